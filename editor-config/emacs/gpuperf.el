;;; gpuperf.el --- gpuperf-clangd for CUDA files in eglot -*- lexical-binding: t -*-

;; Emacs 29 has eglot; Emacs 26 to 28 take it from ELPA (Debian: elpa-eglot).

;;; Code:

(require 'eglot)
(require 'flymake)

(defgroup gpuperf nil "CUDA kernel times without a GPU." :group 'tools)

(defcustom gpuperf-clangd "gpuperf-clangd"
  "The program gpuperf-clangd: a path, or a name on PATH."
  :type 'string)

;; A mode of its own, so that C++ may keep another clangd.
(define-derived-mode cuda-mode c++-mode "CUDA"
  "C++ with kernels; eglot runs `gpuperf-clangd' for it.")

(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . cuda-mode))

;; clangd is told "cuda"; by default it would be the mode's name.
(put 'cuda-mode 'eglot-language-id "cuda")

(add-to-list 'eglot-server-programs
             `(cuda-mode . ,(lambda (&rest _) (list gpuperf-clangd))))

(defun gpuperf--messages-first ()
  "Show a diagnostic at point before what eglot says about the symbol."
  (when (derived-mode-p 'cuda-mode)
    (setq-local eldoc-documentation-functions
                (cons #'flymake-eldoc-function
                      (remq #'flymake-eldoc-function eldoc-documentation-functions)))))

(add-hook 'eglot-managed-mode-hook #'gpuperf--messages-first)
(add-hook 'cuda-mode-hook #'eglot-ensure)

(provide 'gpuperf)
;;; gpuperf.el ends here

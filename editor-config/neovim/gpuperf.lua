-- gpuperf-clangd in Neovim 0.7 and later, without plugins. Needs
-- vim.g.gpuperf_clangd, the path of the program (default: found on PATH).

local command = { vim.g.gpuperf_clangd or 'gpuperf-clangd' }
local filetypes = vim.g.gpuperf_filetypes or { 'cuda', 'c', 'cpp' }
local markers = { '.clangd', '.clang-tidy', 'compile_commands.json', '.git' }

-- "check: message"; Neovim leaves the name of the check out, and long lines are
-- cut at their end.
local function with_check(diagnostic)
  local lsp = diagnostic.user_data and diagnostic.user_data.lsp or {}
  local code = diagnostic.code or lsp.code
  return code and ('%s: %s'):format(code, diagnostic.message) or diagnostic.message
end

local function on_attach(client, buffer)
  local namespace = vim.lsp.diagnostic.get_namespace(client.id)
  vim.diagnostic.config({
    virtual_text = { format = with_check },
    severity_sort = true,
  }, namespace)
  local map = function(key, action) vim.keymap.set('n', key, action, { buffer = buffer }) end
  map('<C-W>d', function() vim.diagnostic.open_float({ format = with_check }) end)
  if vim.fn.has('nvim-0.11') == 0 then -- which has these by itself
    map('gra', vim.lsp.buf.code_action)
    map(']d', vim.diagnostic.goto_next)
    map('[d', vim.diagnostic.goto_prev)
  end
end

if vim.fn.executable(command[1]) == 0 then
  vim.notify(('gpuperf: no program %s; set vim.g.gpuperf_clangd'):format(command[1]), vim.log.levels.ERROR)
  return
end

if vim.lsp.config then -- 0.11
  vim.lsp.config('clangd', {
    cmd = command, filetypes = filetypes, root_markers = markers, on_attach = on_attach,
  })
  vim.lsp.enable('clangd')
  return
end

-- The nearest folder above the file that has one of the markers.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local at = folder
  while true do
    for _, marker in ipairs(markers) do
      if vim.loop.fs_stat(at .. '/' .. marker) then return at end
    end
    local above = vim.fn.fnamemodify(at, ':h')
    if above == at then return folder end
    at = above
  end
end

-- One client a root, as vim.lsp.start does from 0.8 on.
local clients = {}
local function attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then return end
  local root = root_of(file)
  local id = clients[root]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client({ name = 'clangd', cmd = command, root_dir = root, on_attach = on_attach })
    clients[root] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = filetypes,
  callback = function(event) attach(event.buf) end,
})

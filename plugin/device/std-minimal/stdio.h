//===- stdio.h - Input and output -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_STDIO_H
#define GPUPERF_STD_STDIO_H

#pragma GCC system_header // not the user's code to be warned about

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _IO_FILE FILE;
typedef struct {
  long position;
} fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t size, const char *format, ...);
int vprintf(const char *format, va_list values);
int vfprintf(FILE *file, const char *format, va_list values);
int vsprintf(char *to, const char *format, va_list values);
int vsnprintf(char *to, size_t size, const char *format, va_list values);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
FILE *fopen(const char *path, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *file);
FILE *fdopen(int descriptor, const char *mode);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
FILE *tmpfile(void);
int fclose(FILE *file);
int fflush(FILE *file);
int fileno(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
void rewind(FILE *file);
int fgetpos(FILE *file, fpos_t *position);
int fsetpos(FILE *file, const fpos_t *position);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int fgetc(FILE *file);
int getc(FILE *file);
int getchar(void);
int ungetc(int character, FILE *file);
char *fgets(char *to, int size, FILE *file);
long getline(char **line, size_t *size, FILE *file);
int fputc(int character, FILE *file);
int putc(int character, FILE *file);
int putchar(int character);
int fputs(const char *text, FILE *file);
int puts(const char *text);
void perror(const char *text);
int remove(const char *path);
int rename(const char *from, const char *to);
void setbuf(FILE *file, char *buffer);
int setvbuf(FILE *file, char *buffer, int mode, size_t size);

#ifdef __cplusplus
}
#endif

#endif // GPUPERF_STD_STDIO_H

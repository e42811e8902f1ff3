//===- string.h - Text and bytes ------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_STD_STRING_H
#define GPUPERF_STD_STRING_H

#pragma GCC system_header // not the user's code to be warned about

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memchr(const void *block, int byte, size_t size);
int memcmp(const void *x, const void *y, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
char *strcat(char *to, const char *from);
char *strchr(const char *text, int character);
int strcmp(const char *x, const char *y);
int strcoll(const char *x, const char *y);
char *strcpy(char *to, const char *from);
size_t strcspn(const char *text, const char *characters);
char *strdup(const char *text);
char *strndup(const char *text, size_t size);
char *strerror(int number);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t size);
char *strncat(char *to, const char *from, size_t size);
int strncmp(const char *x, const char *y, size_t size);
char *strncpy(char *to, const char *from, size_t size);
char *strpbrk(const char *text, const char *characters);
char *strrchr(const char *text, int character);
size_t strspn(const char *text, const char *characters);
char *strstr(const char *text, const char *part);
char *strtok(char *text, const char *characters);
char *strtok_r(char *text, const char *characters, char **rest);
size_t strxfrm(char *to, const char *from, size_t size);

#ifdef __cplusplus
}
#endif

#include <strings.h>

#endif // GPUPERF_STD_STRING_H

import { stripVTControlCharacters } from 'node:util'

/** Control characters but for line breaks and tabs, and marks that show a line in another order than it has. */
const unprintable = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text as terminals get it. Names and messages come from sites and archives, and escape sequences in them could change what the
 * terminal shows or types.
 */
export const printable = (text: string): string => stripVTControlCharacters(text).replaceAll(unprintable, '')

/** Writes a line to the output of the command. */
export const print = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)

/** Writes a line to where people look for what the command does and why it failed. */
export const printAside = (line: string): boolean => process.stderr.write(`${printable(line)}\n`)

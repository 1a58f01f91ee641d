import type { Scripted } from './outside'
import { pictures } from './pictures'

export const base64 = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes))

/** The response of a server that has a picture. */
export const picture = (kind = 'png', differently: Scripted = {}): Scripted => ({
  headers: { 'Content-Type': pictures[kind]!.type },
  base64: base64(pictures[kind]!.bytes),
  ...differently,
})

/** An address in the form of a path of `external_content`. */
export const hex = (address: string): string =>
  Array.from(new TextEncoder().encode(address), (byte) => byte.toString(16).padStart(2, '0')).join('')

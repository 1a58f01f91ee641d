import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/**
 * What the runtime says of itself each time it starts with memory limits (`MINIFLARE_WORKERD_V8_FLAGS`): a cache of its own was
 * made without them, and is made anew. Nobody who runs a server can do anything about it.
 */
const noise = /NOSENTRY per-isolate bootstrap compile cache/

/** Passes on what a program prints, without noise of the runtime and the empty lines that follow it. */
export function relayOutput(from: Readable, to: Writable): void {
  let wasNoise = false
  createInterface({ input: from }).on('line', (line) => {
    const isNoise = noise.test(line) || (wasNoise && line === '')
    wasNoise = isNoise
    if (!isNoise) to.write(`${line}\n`)
  })
}

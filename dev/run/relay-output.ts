import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/**
 * A message of the runtime at each start with memory limits (`MINIFLARE_WORKERD_V8_FLAGS`): it rebuilds a cache that was made
 * without them. Nobody can do anything about it.
 */
const noise = /NOSENTRY per-isolate bootstrap compile cache/

/** Prints the output of a program, without this message and the empty lines after it. */
export function relayOutput(from: Readable, to: Writable): void {
  let wasNoise = false
  createInterface({ input: from }).on('line', (line) => {
    const isNoise = noise.test(line) || (wasNoise && line === '')
    wasNoise = isNoise
    if (!isNoise) to.write(`${line}\n`)
  })
}

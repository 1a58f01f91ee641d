/**
 * What workerd prints about things that tests do on purpose: objects that are killed, sockets and bodies whose other end is gone,
 * cookies that no browser sends, bytes that are read as text; and a package whose source maps lead nowhere. Faults begin
 * otherwise.
 */
const noise = [
  /^(uncaught exception; )?exception = \S+ failed: broken\.outputGateBroken; jsg\.Error: killed/,
  /^(uncaught exception; )?exception = \S+ disconnected: (other end of WebSocketPipe was destroyed|reader canceled|read end of pipe was aborted)/,
  /^(console warning; message = )?Called \.text\(\) on an HTTP body which does not appear to be text/,
  /^A header value for "Cookie" contains non-ASCII characters/,
  /^Sourcemap for "[^"]*disposable-email-domains-js[^"]*" points to missing source files/,
]

type Write = (chunk: string | Uint8Array, ...rest: never[]) => boolean

/** Leaves this out of what the process writes to a stream. Each message, with its stack, is one call. */
export function leaveNoiseOut(stream: { write: Write }): void {
  const write = stream.write.bind(stream)
  stream.write = (chunk, ...rest) => {
    if (typeof chunk !== 'string' || !noise.some((one) => one.test(chunk))) return write(chunk, ...rest)
    const callback: unknown = rest.at(-1)
    if (typeof callback === 'function') callback()
    return true
  }
}

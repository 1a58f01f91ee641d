import type { BrowserContext } from 'playwright-core'

/** Errors that the pages of the current test logged or did not catch. */
let errors: string[] = []

/** Errors that the current test provokes. */
let allowed: RegExp[] = []

/** Logged while the network is off. */
const whileOffline = /net::ERR_INTERNET_DISCONNECTED/

/** Logged for a request that a test has aborted. */
export const abortedLine = /net::ERR_FAILED/

/** Logged for a request that the server refuses with this status. */
export const refusalLine = (status: number, path = ''): RegExp =>
  new RegExp(`the server responded with a status of ${status} .*${path}`)

/** Allows the pages of the current test to log errors like these, because the test provokes them. */
export function provokes(...patterns: readonly RegExp[]): void {
  allowed.push(...patterns)
}

/** Records the errors of all pages of a profile. */
export function watchErrors(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())))
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    if (isOffline) provokes(whileOffline)
    await setOffline(isOffline)
  }
}

/** The errors since the last call that the test has not allowed. */
export function takeErrors(): string[] {
  const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))
  errors = []
  allowed = []
  return unexpected
}

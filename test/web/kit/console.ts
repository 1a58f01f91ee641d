import type { BrowserContext } from 'playwright-core'

/** What pages of the present test left in their consoles as errors, and did not catch. */
let errors: string[] = []

/** Errors that the present test provokes. */
let allowed: RegExp[] = []

/** What a page logs while the network is turned off. */
const whileOffline = /net::ERR_INTERNET_DISCONNECTED/

/** What a page logs of a request that a test has aborted. */
export const aborted = /net::ERR_FAILED/

/** What a page logs of a request that the server refuses with a status. */
export const refusedWith = (status: number, path = ''): RegExp =>
  new RegExp(`the server responded with a status of ${status} .*${path}`)

/** Lets the present test leave errors like this one in the consoles of its pages: what it does provokes them. */
export function provokes(...patterns: readonly RegExp[]): void {
  allowed.push(...patterns)
}

/** Notes the errors of all pages of a profile. */
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

/** The errors since the last call that nobody provoked. */
export function takeErrors(): string[] {
  const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))
  errors = []
  allowed = []
  return unexpected
}

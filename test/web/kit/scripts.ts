import type { Page, Route } from 'playwright-core'
import { inject } from 'vitest'

/**
 * Handles requests of a page for the script whose code has this text. The names of scripts are hashes, so that a test can only
 * know one by its code. Throws nothing if there is no such script: await something that only `handle` causes.
 */
export async function routeScript(
  page: Page,
  code: RegExp,
  handle: (route: Route) => Promise<unknown> | void,
): Promise<() => Promise<void>> {
  const scripts = /\/app\/[^/]+\.js$/
  let isRouted = true
  const onRoute = async (route: Route): Promise<void> => {
    const { pathname } = new URL(route.request().url())
    const response = await fetch(`http://localhost:${inject('port')}${pathname}`)
    const text = await response.text()
    // Playwright itself has let requests go on that waited here while the route was taken away.
    if (!isRouted) return
    if (code.test(text)) await handle(route)
    else await route.continue()
  }
  await page.route(scripts, onRoute)
  return () => {
    isRouted = false
    return page.unroute(scripts, onRoute)
  }
}

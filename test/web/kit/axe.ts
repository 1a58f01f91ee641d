import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.0 to 2.2, levels A and AA, and axe's best practices. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colours, by their ids. */
const aboutColors = ['color-contrast', 'link-in-text-block']

/** Violations of the rules with these tags or ids: each with an element that breaks it. */
async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Wait until the colours of another theme have faded in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  // As a string, which the debugger evaluates: the content security policy of the page would block an added script.
  await page.evaluate(`if (!window.axe) { ${axe.source} }`)
  const results: Pick<axe.AxeResults, 'violations'> = await page.evaluate(
    // While a dialog is open, axe cannot see the rest of the page. It takes links to addresses of this page (`#user/7`) for
    // links that skip parts of it, if they are scrolled out of sight. The real one is tested in `regions.test.ts`.
    `(() => {
      const enabled = document.querySelector('main[inert]') === null
      const rules = { 'landmark-one-main': { enabled }, 'page-has-heading-one': { enabled }, 'skip-link': { enabled: false } }
      // Nobody reads the rest, such as selectors of all elements that pass.
      const output = { resultTypes: ['violations'], selectors: false }
      return axe.run({ runOnly: ${JSON.stringify(runOnly)}, rules, ...output })
    })()`,
  )
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Checks the page in the light theme, and its colours in the dark theme, too: nothing else depends on the theme. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, runOnly] of [
    ['light', everything],
    ['dark', aboutColors],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page, runOnly)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Violations of WCAG 2.0 to 2.2, levels A and AA, and of axe's best practices: rules with the elements that break them. */
async function hindrances(page: Page): Promise<string[]> {
  // Wait until the colours of another theme have faded in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  // As a string, which the debugger evaluates: the content security policy of the page would block an added script.
  await page.evaluate(`if (!window.axe) { ${axe.source} }`)
  const { violations }: Pick<axe.AxeResults, 'violations'> = await page.evaluate(
    // While a dialog is open, axe cannot see the rest of the page. It takes links to addresses of this page (`#user/7`) for
    // links that skip parts of it, if they are scrolled out of sight. The real one is tested in `regions.test.ts`.
    `(() => {
      const enabled = document.querySelector('main[inert]') === null
      const rules = { 'landmark-one-main': { enabled }, 'page-has-heading-one': { enabled }, 'skip-link': { enabled: false } }
      return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules })
    })()`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Checks the page in the light and the dark theme. */
export async function hindrancesInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await hindrances(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What hinders people on a page, by WCAG 2.0 to 2.2, A and AA: rules with the elements that break them. */
async function hindrances(page: Page): Promise<string[]> {
  // A style sheet of another theme fades in.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  // As an expression: the policy of the page lets no text become a script, but the debugger may run one.
  await page.evaluate(`if (!window.axe) { ${axe.source} }`)
  const { violations }: Pick<axe.AxeResults, 'violations'> = await page.evaluate(
    // Beside what is open over a page, axe does not see the page.
    `(() => {
      const enabled = document.querySelector('main[inert]') === null
      const rules = { 'landmark-one-main': { enabled }, 'page-has-heading-one': { enabled } }
      return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules })
    })()`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** The same page in both themes. */
export async function hindrancesInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await hindrances(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

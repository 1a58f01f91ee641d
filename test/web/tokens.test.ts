import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tokens = 'web/ui/styles/tokens.css'
const files = globSync('web/**/*.css', { cwd: root }).map((path) => ({
  path,
  // Without comments.
  css: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
}))

/** `file: declaration` of all declarations that are as described, outside of the tokens. */
const declarationsOutside = (isMeant: (property: string, value: string) => boolean): readonly string[] =>
  files
    .filter(({ path }) => path !== tokens)
    .flatMap(({ path, css }) =>
      [...css.matchAll(/(?<=[{;}]\s*)([\w-]+):\s*([^;{}]+);/g)]
        .filter(([, property, value]) => isMeant(property!, value!))
        .map(([declaration]) => `${path}: ${declaration.replaceAll(/\s+/g, ' ')}`),
    )

const withoutTokens = (value: string): string => value.replaceAll(/var\(--[\w-]+\)/g, '')

test('colours have names', () => {
  const raw =
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|light-dark)a?\((?!in )|\b(?:black|white|gr[ae]y|red)\b/i
  expect(declarationsOutside((property, value) => !/^(--|mask)/.test(property) && raw.test(value))).toEqual([])
})

test('sizes of text have names', () => {
  expect(
    declarationsOutside(
      (property, value) => /^font(-size)?$/.test(property) && /\d(px|rem|em|%)/.test(withoutTokens(value)),
    ),
  ).toEqual([])
})

test('shadows have names, but marks within a box', () => {
  expect(
    declarationsOutside(
      (property, value) =>
        property === 'box-shadow' && !/^(none$|inset )/.test(value) && /\d/.test(withoutTokens(value)),
    ),
  ).toEqual([])
})

test('corners have names, but circles and shares of a picture', () => {
  expect(
    declarationsOutside(
      (property, value) => property.endsWith('radius') && /[1-9]\d*(px|r?em)/.test(withoutTokens(value)),
    ),
  ).toEqual([])
})

test('no selector ends with any sibling, because browsers would style a whole list anew when something comes or goes in it', () => {
  const selectors = files.flatMap(({ path, css }) =>
    [...css.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => `${path}: ${selector.trim()}`),
  )
  expect(selectors.length).toBeGreaterThan(500)
  expect(selectors.filter((one) => /[+~]\s*\*\s*(,|$)/.test(one))).toEqual([])
})

test('every name that is used is given somewhere', () => {
  const all = [
    ...files,
    ...globSync('web/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
      path,
      css: readFileSync(join(root, path), 'utf8'),
    })),
  ]
  const given = new Set(all.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+)['"]?:/g)].map(([, name]) => name)))
  const missing = all.flatMap(({ path, css }) =>
    [...css.matchAll(/var\((--[\w-]+)\)/g)].filter(([, name]) => !given.has(name)).map(([use]) => `${path}: ${use}`),
  )
  expect(missing).toEqual([])
})

/** What the shelf in a browser's database does (client/storage/indexed-db.ts): the same as every shelf. */
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { behaviours } from '../client/support/shelf-behaviour.ts'
import { newContext } from './kit/browser.ts'

/** Runs the behaviours by their numbers, in a page. */
let script = ''

beforeAll(async () => {
  const contents = `
    import { indexedDbShelf } from './client/indexed-db.ts'
    import { behaviours } from './test/client/support/shelf-behaviour.ts'
    globalThis.behave = (index) => behaviours[index].run(() => indexedDbShelf('shelf ' + index))`
  const resolveDir = new URL('../..', import.meta.url).pathname
  const stdin = { contents, resolveDir }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'iife', write: false })
  script = outputFiles[0]!.text
})

/** Pages by what was done in them first. Databases are numbered, so all tests of a page can share it. */
const pages = new Map<string, Promise<Page>>()

afterAll(async () => {
  for (const page of pages.values()) await (await page).context().close()
})

async function newPage(first: string): Promise<Page> {
  const page = await (await newContext()).newPage()
  await page.goto(`http://localhost:${inject('port')}/api/docs`)
  await page.evaluate(`${first};${script}`)
  return page
}

async function runBehaviour(index: number, first = ''): Promise<unknown> {
  const page = pages.get(first) ?? newPage(first)
  pages.set(first, page)
  return (await page).evaluate(`behave(${index})`)
}

const named = behaviours.map(({ name, result }, index) => [name, index, result] as const)

test.for(named)('in a browser: %s', async ([, index, result]) => {
  expect(await runBehaviour(index)).toEqual(result)
})

const withoutLocks = `Object.defineProperty(navigator, 'locks', { value: undefined })`

test.for(named.filter(([name]) => name.includes('claim')))('without locks: %s', async ([, index, result]) => {
  expect(await runBehaviour(index, withoutLocks)).toEqual(result)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wordsInHtml } from '../../src/old-texts/tables'

test('the search index of old texts takes words from HTML by the same expression as the one of the database', () => {
  expect(readFileSync('schema.sql', 'utf8')).toContain(wordsInHtml)
})

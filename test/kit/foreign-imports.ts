import { expect } from 'vitest'
import type { Converter } from '../../import/conversion.ts'
import { convert, type FileContent } from './conversion.ts'
import { manifest, TestImport } from './imports'
import { newRealm } from './realm'

/** Imports what a converter makes of an archive. Answers topic, sender, HTML and flags of each message, oldest first. */
export async function convertAndImport(converter: Converter, archive: Record<string, FileContent>) {
  const { records } = await convert(converter, archive)
  const realm = await newRealm()
  const [owner, ...others] = records.users
  const users = [{ ...owner!, delivery_email: realm.owner.email }, ...others]
  const counts = Object.fromEntries(Object.entries(records).map(([name, list]) => [name, list.length]))
  const begun = await TestImport.begin(realm, { plan: manifest(counts) })
  await begun.sendAll({ ...records, users })
  const { counts: finished } = await begun.finish()
  for (const { expected, imported } of Object.values(
    finished as Record<string, { expected: number; imported: number }>,
  ))
    expect(imported).toBe(expected)
  const messages = await realm.owner.messages()
  return messages.map((one) => [
    one['subject'],
    one['sender_full_name'],
    // Ids and addresses depend on the organization.
    String(one['content']).replaceAll(/ (href|data-[\w-]+|aria-label|role|title)="[^"]*"/g, ''),
    (one['flags'] as string[]).filter((flag) => flag !== 'read'),
  ])
}

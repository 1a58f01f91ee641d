import { newKey } from '../auth/keys'
import { ApiError } from '../core/base/errors'
import { clipText } from '../core/base/unicode'
import { contentTypeOf } from '../uploads/content-types'
import { pathIdOf, shownName } from '../uploads/names'
import { keyOf } from '../uploads/serving'
import { keep } from '../uploads/storage'
import type { OwnWork } from '../core/realm/own-work'
import type { MailAddress } from './address'
import type { MailFile } from './content'

/** Files of a mail as they stand in the message. */
export interface StoredFiles {
  /** Markdown for the files that are stored, by their index. */
  readonly links: ReadonlyMap<number, string>
  /** Names of the files that are not stored, each once. */
  readonly omittedNames: readonly string[]
}

/** Stores the first files of a mail for whoever posts it, as far as there is room. */
export async function storeFiles(
  { env, realm_id, perform }: OwnWork,
  address: Pick<MailAddress, 'kind' | 'token'>,
  { files, maxFiles }: { files: ReadonlyMap<number, MailFile>; maxFiles: number },
): Promise<StoredFiles> {
  const links = new Map<number, string>()
  const omittedNames = new Set<string>()
  let attempts = 0
  for (const [index, { name: given, type, bytes }] of files) {
    const name = shownName(given)
    if (env.UPLOADS === undefined || attempts >= maxFiles) {
      omittedNames.add(name)
      continue
    }
    attempts += 1
    const path_id = pathIdOf(realm_id, newKey(), name)
    const content_type = contentTypeOf({ type, file_name: name })
    const file = { path_id, name, content_type, size: bytes.length }
    const objects = [{ key: keyOf(path_id), bytes, type: content_type }]
    const record = () => perform('addMailFile', { address, file })
    if (await hasSucceeded(keep(env.UPLOADS, objects, record)))
      links.set(index, `[${fileText(name)}](/user_uploads/${path_id})`)
    else omittedNames.add(name)
  }
  return { links, omittedNames: [...omittedNames] }
}

/** Whether a file was stored. False if it was refused, for example because a quota is used up. */
async function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError && error.refusal.status < 500) return false
    throw error
  }
}

/** Characters of the name of a file, so that all links of a mail have room in its message. */
const longestShownName = 50

/** The name of a file in a message. */
export const fileText = (name: string): string => linkText(clipText(name, longestShownName))

/** A name without what ends the text of a link. */
export const linkText = (name: string): string => name.replaceAll(/[[\]`\\]/g, '_')

import { isForGood, type EndReason, type Shelf } from '../../client'
import { eraseCommands, eraseState } from '../../client/indexed-db'
import { eraseLocalDrafts } from './local-drafts'
import { loginMark, type LoginMark } from './login-mark'
import { eraseFiles } from '../lib/offline-files'
import { ownShelf } from './open'
import { eraseRecentlyUsed } from '../lib/recently-used'
import { tellWindows } from './windows'

async function onShelf(work: (shelf: Shelf) => Promise<void>): Promise<void> {
  const shelf = ownShelf()
  try {
    await work(shelf)
  } catch {
    // Some browsers keep nothing, and a failure to erase must not block the login.
  } finally {
    shelf.close()
  }
}

/**
 * Erases what this browser stored of the organization (messages, names, files, sent messages, searches), unless it belongs to the
 * account that is logged in. Unsent messages and local drafts stay under the id of their author.
 */
export async function eraseHistory(): Promise<void> {
  const own_id = loginMark()?.user_id
  eraseRecentlyUsed(own_id)
  let isOwn = false
  await onShelf((shelf) =>
    eraseState(shelf, (owner) => {
      isOwn = owner !== undefined && owner === own_id
      return !isOwn
    }),
  )
  if (!isOwn) await eraseFiles()
}

/**
 * Erases what was stored for a session that has ended and whose mark is gone, and tells the other windows. Erases the unsent
 * messages and local drafts of the account as well if the end is for good.
 */
export async function endSession(mark: LoginMark, why: EndReason): Promise<void> {
  tellWindows({ mark, why })
  if (isForGood(why)) {
    eraseLocalDrafts(mark.user_id)
    await onShelf((shelf) => eraseCommands(shelf, mark.user_id))
  }
  await eraseHistory()
}

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
    // Some browsers keep nothing. What is in the way of erasing must not be in the way of logging in.
  } finally {
    shelf.close()
  }
}

/**
 * Erases what this browser keeps of what people could see here, unless it is of the account that is logged in: messages, names,
 * pictures, what was sent or searched. What was written and not sent stays with the account whose it is, and is found again by
 * that one only.
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
 * A session of this browser has ended, whose mark is gone: keeping ends with the right to see. If it is over for good, what the
 * account wrote and did not send goes, too. The other windows follow.
 */
export async function endSession(mark: LoginMark, why: EndReason): Promise<void> {
  tellWindows({ mark, why })
  if (isForGood(why)) {
    eraseLocalDrafts(mark.user_id)
    await onShelf((shelf) => eraseCommands(shelf, mark.user_id))
  }
  await eraseHistory()
}

import { forgetTexts } from '../compose'
import { forgetFiles } from '../offline'
import { ownShelf } from '../open'
import { wire } from './host'

/** Forgets what this browser keeps of somebody else than the one who has just logged in. */
export async function welcome(): Promise<void> {
  const { user_id } = await wire.ask('GET /users/me')
  forgetTexts(user_id)
  const shelf = ownShelf()
  try {
    const owner = await shelf.get('parts', 'user_id')
    if (owner !== user_id) await forgetFiles()
    if (owner !== undefined && owner !== user_id) await shelf.erase()
  } finally {
    shelf.close()
  }
}

/** Logs this browser out, and forgets what it keeps of anybody, as the frame does. */
export async function logOut(): Promise<void> {
  await wire.ask('DELETE /session')
  forgetTexts()
  await forgetFiles()
  const shelf = ownShelf()
  try {
    await shelf.erase()
  } finally {
    shelf.close()
  }
}

import type { Command } from '../outbox/command'
import type { Shelf } from './shelf'

/** Erases the stored state and messages if `shouldErase` returns true for the account that owns them. */
export async function eraseState(shelf: Shelf, shouldErase: (owner: number | undefined) => boolean): Promise<void> {
  if (shouldErase(await shelf.get<number>('parts', 'user_id'))) await shelf.clear('parts', 'messages')
}

/** Erases the commands and files of an account, which the server has not done yet. */
export async function eraseCommands(shelf: Shelf, user_id: number): Promise<void> {
  const [commands] = await shelf.all<Command>('commands')
  const ids = [...commands!.values()].filter((command) => command.user_id === user_id).map(({ id }) => id)
  for (const table of ['commands', 'files'] as const) await shelf.write(ids.map((id) => [table, id]))
}

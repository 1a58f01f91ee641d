import { refused } from '../core/base/errors'
import type { UserSettings } from '../settings/table'

/** Refuses people who have switched off the synchronization of drafts (endpoints, Drafts). */
export function assertSynchronized({
  enable_drafts_synchronization,
}: Pick<UserSettings, 'enable_drafts_synchronization'>): void {
  if (!enable_drafts_synchronization) throw refused('User has disabled synchronizing drafts.')
}

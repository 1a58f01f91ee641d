import { signal } from '@preact/signals'

/** What is known of somebody or something, or a setting of one's own. */
export type OpenDialog = readonly [
  kind:
    | 'person'
    | 'group'
    | 'stream'
    | 'streams'
    | 'status'
    | 'muted'
    | 'invite'
    | 'waiting'
    | 'settings'
    | 'newcomers'
    | 'bots',
  id?: number,
]

/** The dialog that is open; null if there is none. */
export const currentDialog = signal<OpenDialog | null>(null)

export const openDialog = (...card: OpenDialog): void => {
  currentDialog.value = card
}

/** Opens what is known of a person. */
export const openPerson = (user_id: number): void => openDialog('person', user_id)

/** Opens a stream's settings. */
export const openStream = (stream_id: number): void => openDialog('stream', stream_id)

/** Opens the person or group whose name or picture was pressed. */
export function openPressed({ target }: Event): void {
  const pressed = (target as Element).closest<HTMLElement>('[data-user-id], [data-user-group-id]')
  const { userId, userGroupId } = pressed?.dataset ?? {}
  // Everybody is mentioned as a user, too, whose id is no number.
  if (Number(userId)) openPerson(Number(userId))
  else if (userGroupId) openDialog('group', Number(userGroupId))
}

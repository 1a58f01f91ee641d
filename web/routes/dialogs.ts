import { signal } from '@preact/signals'

/** Names a dialog, with the id of the person, group or stream that it shows. */
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

export const currentDialog = signal<OpenDialog | null>(null)

export const openDialog = (...card: OpenDialog): void => {
  currentDialog.value = card
}

/** Opens the profile of a person. */
export const openPerson = (user_id: number): void => openDialog('person', user_id)

export const openStream = (stream_id: number): void => openDialog('stream', stream_id)

/** Opens the person or group whose name or picture was pressed. */
export function openPressed({ target }: Event): void {
  const pressed = (target as Element).closest<HTMLElement>('[data-user-id], [data-user-group-id]')
  const { userId, userGroupId } = pressed?.dataset ?? {}
  // A wildcard mention has a `data-user-id` too, but it is no number.
  if (Number(userId)) openPerson(Number(userId))
  else if (userGroupId) openDialog('group', Number(userGroupId))
}

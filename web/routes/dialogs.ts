import { goTo } from './history'

/** Addresses that open the same dialog for everybody. `shell/dialogs` maps all addresses to their dialogs. */
export const dialogs = {
  allStreams: '#streams/all',
  newStream: '#streams/new',
  settings: '#settings',
  sessions: '#settings/sessions',
  people: '#organization/people',
  bots: '#organization/bots',
  integrations: '#organization/integrations',
  claims: '#organization/claims',
  invite: '#invite',
  passwords: '#passwords',
  muted: '#muted',
  status: '#status',
} as const

/** The address of somebody's profile. */
export const personAddress = (user_id: number): string => `#user/${user_id}`

/** The address of the settings of a stream. The name is for people who read it: the id counts. */
export const streamSettingsAddress = ({ stream_id, name }: { readonly stream_id: number; readonly name: string }) =>
  `#streams/${stream_id}/${encodeURIComponent(name)}`

/** The address of a group of users. */
export const groupAddress = (id: number): string => `#groups/${id}`

/** Opens the person or group whose name or picture was pressed. */
export function openPressed({ target }: Event): void {
  const pressed = (target as Element).closest<HTMLElement>('[data-user-id], [data-user-group-id]')
  const { userId, userGroupId } = pressed?.dataset ?? {}
  // A wildcard mention has a `data-user-id` too, but it is no number.
  if (Number(userId)) goTo(personAddress(Number(userId)))
  else if (userGroupId) goTo(groupAddress(Number(userGroupId)))
}

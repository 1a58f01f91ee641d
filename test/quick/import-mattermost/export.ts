/** Builders of a Mattermost bulk export. */
import type { FileContent } from '../../kit/conversion.ts'

/** Midnight of the first day, 2026-05-22, in UNIX seconds. */
export const may22 = Date.UTC(2026, 4, 22) / 1000

/** Milliseconds of a time in seconds after midnight of the first day. */
export const at = (seconds: number): number => may22 * 1000 + Math.round(seconds * 1000)

export const version = { type: 'version', version: 1 }

export const team = (name: string, display_name: string) => ({
  type: 'team',
  team: { name, display_name, type: 'O', description: '', allow_open_invite: true },
})

export const channel = (name: string, display_name: string, more: object = {}) => ({
  type: 'channel',
  channel: { team: 'gardeners', name, display_name, type: 'O', header: '', purpose: '', ...more },
})

/** A user with the channels of the team of which they are a member. */
export const user = (username: string, channels: (string | object)[] = ['garden'], more: object = {}) => ({
  type: 'user',
  user: {
    username,
    email: `${username}@example.com`,
    auth_service: null,
    nickname: '',
    first_name: '',
    last_name: '',
    position: '',
    roles: 'system_user',
    locale: 'en',
    delete_at: 0,
    teams: [
      {
        name: 'gardeners',
        roles: 'team_user',
        channels: channels.map((one) => ({
          roles: 'channel_user',
          favorite: false,
          notify_props: { desktop: 'default', mark_unread: 'all' },
          ...(typeof one === 'string' ? { name: one } : one),
        })),
      },
    ],
    ...more,
  },
})

/** The fields of a post or a reply. */
export const words = (seconds: number, username: string, message: string, more: object = {}) => ({
  user: username,
  type: '',
  message,
  props: {},
  create_at: at(seconds),
  edit_at: 0,
  flagged_by: [],
  reactions: null,
  replies: null,
  attachments: null,
  ...more,
})

export const post = (seconds: number, username: string, message: string, more: object = {}) => ({
  type: 'post',
  post: { team: 'gardeners', channel: 'garden', ...words(seconds, username, message, more) },
})

export const directPost = (members: string[], ...given: Parameters<typeof words>) => ({
  type: 'direct_post',
  direct_post: { channel_members: members, ...words(...given) },
})

export const people = [
  user('ada', ['garden'], {
    first_name: 'Ada',
    last_name: 'Park',
    roles: 'system_user system_admin',
    position: 'Gardener',
  }),
  user('bo', ['garden'], { nickname: 'Bo Li' }),
]

/** The files of an export of these lines, after a team with a channel and two people. */
export const withLines = (...lines: object[]): Record<string, FileContent> =>
  exportOfLines(version, team('gardeners', 'The Gardeners'), channel('garden', 'Garden'), ...people, ...lines)

export const exportOfLines = (...lines: object[]): Record<string, FileContent> => ({
  'import.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
})

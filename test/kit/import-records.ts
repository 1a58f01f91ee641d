import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ConvertedMessage } from '../../import/conversion.ts'
import { Workspace, type WorkspaceOptions } from '../../import/workspace.ts'
import { manifestRecord, type Manifest, type Records } from '../../src/archive/records.ts'

/** The manifest of an archive of our own. */
export const manifest = (counts: Manifest['counts']): Manifest => ({
  format: 2,
  made_by: 'Rivulet 1',
  origin: 'https://old.example.com',
  completed: 1_800_000_000,
  private_data: 'all',
  counts,
  last_ids: Object.fromEntries(
    Object.keys(manifestRecord.shape.last_ids.shape).map((kind) => [kind, 0]),
  ) as Manifest['last_ids'],
})

/** Records as the lines of a file. */
export const lines = (...records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** A workspace in a folder of its own, for one test. */
export function workspace(options: Partial<WorkspaceOptions> = {}): Workspace {
  const scratch = mkdtempSync(join(tmpdir(), 'rivulet-workspace-'))
  const made = new Workspace(scratch, {
    madeBy: 'Rivulet 1',
    origin: 'Slack',
    now: 1_800_000_000,
    keepsRoles: false,
    ownAddress: null,
    ...options,
  })
  onTestFinished(() => {
    made.close()
    rmSync(scratch, { recursive: true })
  })
  return made
}

/** A record of a user that breaks no rule. */
export const user = (id: number, more: Partial<Records['users']> = {}): Records['users'] => ({
  id,
  delivery_email: `${id}@example.com`,
  full_name: `User ${id}`,
  role: 400,
  is_active: true,
  date_joined: 0,
  timezone: '',
  settings: {},
  avatar: null,
  bot: null,
  profile: {},
  alert_words: [],
  status: null,
  ...more,
})

/** A message that breaks no rule. */
export const message = (more: Partial<ConvertedMessage> = {}): ConvertedMessage => ({
  sender_id: 101,
  stream_id: 101,
  conversation_id: null,
  topic: 'tides',
  content: 'High at noon.',
  sent_at: 1000,
  client: 'Slack',
  is_me_message: false,
  wildcard_mentioned: false,
  is_quiet: false,
  submessages: [],
  reactions: [],
  last_edit_at: null,
  edit_history: [],
  files: [],
  ...more,
})

/** A stream that breaks no rule. */
export const stream = (id: number, more: Partial<Records['streams']> = {}): Records['streams'] => ({
  id,
  name: `stream ${id}`,
  description: '',
  date_created: 0,
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  stream_post_policy: 1,
  message_retention_days: null,
  is_default: false,
  is_archived: false,
  ...more,
})

/** A subscription that breaks no rule. */
export const subscription = (user_id: number, stream_id: number): Records['subscriptions'] => ({
  user_id,
  stream_id,
  active: true,
  color: null,
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  role: 50,
  spans: [],
})

import { describe, expect, test } from 'vitest'
import { slack } from '../../import/slack/index.ts'
import { convert, sourceFiles } from '../kit/conversion.ts'
import { threadFields, channel, may22, message, person, reply, withMessages } from './import-slack/workspace.ts'

/** A file that somebody uploaded. */
const file = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  title: name,
  mimetype: 'image/png',
  size: 3,
  mode: 'hosted',
  user: 'U2',
  created: may22,
  url_private: `https://files.slack.com/files-pri/T1-${id}/${name}?t=xoxe-1-secret`,
  ...more,
})

describe('files', () => {
  test('that slackdump saved are uploaded once', async () => {
    const { records, files, skipped } = await convert(slack, {
      ...withMessages(
        message(1, 'U1', 'look', { files: [file('F1', 'plan [1].png'), file('F2', 'b.txt')], subtype: 'file_share' }),
        message(2, 'U2', '', { files: [file('F1', 'plan [1].png')] }),
      ),
      '__uploads/F1/plan [1].png': 'png',
      'garden/attachments/F2-b.txt': 'text',
    })
    expect(records.messages.map(({ content, files: ids }) => [content, ids])).toEqual([
      ['look\n\n[plan 1 .png](/user_uploads/101)\n[b.txt](/user_uploads/102)', [101, 102]],
      ['[plan 1 .png](/user_uploads/101)', [101]],
    ])
    expect(records.files).toEqual([
      {
        id: 101,
        user_id: 102,
        name: 'plan [1].png',
        content_type: 'image/png',
        size: 3,
        created_at: may22,
        file: 'files/uploads/101',
      },
      {
        id: 102,
        user_id: 102,
        name: 'b.txt',
        content_type: 'image/png',
        size: 4,
        created_at: may22,
        file: 'files/uploads/102',
      },
    ])
    expect([...files]).toEqual([
      ['files/uploads/101', '__uploads/F1/plan [1].png'],
      ['files/uploads/102', 'garden/attachments/F2-b.txt'],
    ])
    expect(skipped).toEqual({})
  })

  test('are not opened by what somebody wrote', async () => {
    const { records } = await convert(slack, {
      ...withMessages(
        message(1, 'U1', 'look', { files: [file('F1', 'a.png')] }),
        message(2, 'U2', '<https://chat.example.com/user_uploads/101|mine>'),
      ),
      '__uploads/F1/a.png': 'png',
    })
    expect(records.messages.map(({ content }) => content)).toEqual([
      'look\n\n[a.png](/user_uploads/101)',
      '[mine](https://chat.example.com/user-uploads/101)',
    ])
  })

  test('without content are links without the token of the export', async () => {
    const { records, skipped } = await convert(
      slack,
      withMessages(
        message(1, 'U1', 'look', {
          files: [
            file('F1', 'a.png'),
            { id: 'F2', mode: 'tombstone' },
            { id: 'F3', mode: 'hidden_by_limit', name: 'old.pdf' },
            file('F4', 'Plan', { mode: 'external', external_url: 'https://docs.example.com/plan?x=1&t=2' }),
            { id: 'F5', file_access: 'check_file_info' },
          ],
        }),
        message(2, 'U1', '', { files: [{ id: 'F2', mode: 'tombstone' }] }),
      ),
    )
    expect(records.messages.map(({ content }) => content)).toEqual([
      'look\n\n[a.png](https://files.slack.com/files-pri/T1-F1/a.png)\nold.pdf\n[Plan](https://docs.example.com/plan?x=1&t=2)',
    ])
    expect(JSON.stringify(records)).not.toContain('xoxe')
    expect(skipped).toEqual({ 'files without content': 3, 'deleted files': 2, 'messages without text': 1 })
  })
})

test('custom emoji come from a folder beside the export', async () => {
  const { records, files, skipped } = await convert(slack, {
    ...withMessages(
      message(1, 'U1', 'yes :partyparrot: :parrot: :thumbsup:', {
        reactions: [
          { name: 'partyparrot', users: ['U1'], count: 1 },
          { name: 'parrot', users: ['U2'], count: 1 },
          { name: 'missing', users: ['U2'], count: 1 },
        ],
      }),
    ),
    'emoji/partyparrot.gif': 'gif',
    'emoji/Ship It.png': 'png',
    'emoji/日本.png': 'png',
    'emoji/index.json': { partyparrot: 'https://example.com/p.gif', parrot: 'alias:partyparrot' },
  })
  expect(records.emoji.map(({ id, name }) => [id, name])).toEqual([
    [101, 'ship_it'],
    [102, 'partyparrot'],
  ])
  expect(files.get('files/emoji/102')).toBe('emoji/partyparrot.gif')
  expect(records.messages[0]!.content).toBe('yes :partyparrot: :partyparrot: :+1:')
  expect(
    records.messages[0]!.reactions.map(({ user_id, emoji_code, reaction_type }) => [
      user_id,
      emoji_code,
      reaction_type,
    ]),
  ).toEqual([
    [101, '102', 'realm_emoji'],
    [102, '102', 'realm_emoji'],
  ])
  expect(skipped).toEqual({ 'emoji without a name that can be typed': 1, 'reactions without a picture': 1 })
})

const isRecognized = (...names: string[]) =>
  slack.recognizes(sourceFiles(Object.fromEntries(names.map((name) => [name, '[]']))))

describe('an archive', () => {
  test('is recognized by its lists', async () => {
    expect(await isRecognized('users.json', 'channels.json')).toBe(true)
    expect(await isRecognized('org_users.json', 'dms.json')).toBe(true)
    expect(await isRecognized('users.json')).toBe(false)
    expect(await isRecognized('realm.json')).toBe(false)
  })

  test.each([
    ['a broken day', { 'garden/2026-05-22.json': '[{]' }, /^garden\/2026-05-22\.json is not JSON/],
    ['a day that is no list', { 'garden/2026-05-22.json': {} }, 'garden/2026-05-22.json does not hold a list.'],
    ['broken users', { 'users.json': 'x' }, /^users\.json is not JSON/],
  ])('with %s is refused by the name of the file', async (_, files, error) => {
    await expect(convert(slack, { ...withMessages(), ...files })).rejects.toThrow(error)
  })

  test('that is none is refused', async () => {
    await expect(convert(slack, { 'a.txt': 'a' })).rejects.toThrow(/^This is no Slack export/)
  })

  test('gives the same records each time', async () => {
    const archive = withMessages(
      message(1, 'U1', 'a', threadFields(1)),
      reply(1, 1, 'U2', 'b'),
      message(1.5, 'U2', 'c'),
    )
    expect(await convert(slack, archive)).toEqual(await convert(slack, archive))
  })

  test('survives fields of any kind', async () => {
    for (const odd of [null, 7, 'x', [], {}, [null], [[]], { value: {} }, true]) {
      const fields = [
        'user',
        'text',
        'blocks',
        'files',
        'file',
        'attachments',
        'reactions',
        'edited',
        'thread_ts',
        'bot_id',
        'username',
        'user_profile',
        'pinned_to',
        'subtype',
        'comment',
        'type',
      ]
      const messages = fields.map((field, index) => ({ ...message(index + 1, 'U1', 'text'), [field]: odd }))
      const listed = ['id', 'name', 'members', 'pins', 'topic', 'purpose', 'created', 'creator', 'is_archived']
      await convert(slack, {
        'users.json': [
          odd,
          ...['id', 'name', 'profile', 'real_name', 'tz', 'deleted'].map((field, index) => ({
            ...person(`U${index}`, 'a', 'b'),
            [field]: odd,
          })),
        ],
        'channels.json': [
          channel('C1', 'garden', ['U1']),
          odd,
          ...listed.map((field, index) => ({ ...channel(`C${index + 2}`, `c${index}`, ['U1']), [field]: odd })),
        ],
        'dms.json': listed.map((field, index) => ({ ...channel(`D${index}`, `d${index}`, ['U1']), [field]: odd })),
        'garden/2026-05-22.json': messages,
        'D3/2026-05-22.json': messages,
      })
    }
  })
})

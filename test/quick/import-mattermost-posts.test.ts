import { describe, expect, test } from 'vitest'
import { mattermost } from '../../import/mattermost/index.ts'
import { convert, sourceFiles, talk } from '../kit/conversion.ts'
import {
  at,
  channel,
  directPost,
  may22,
  post,
  team,
  user,
  version,
  withLines,
  words,
} from './import-mattermost/export.ts'

describe('posts', () => {
  test('with replies have a topic of their own', async () => {
    const conversion = await convert(
      mattermost,
      withLines(
        post(10, 'ada', 'Where are the _seeds_?', {
          replies: [words(20, 'bo', 'in the shed'), words(15, 'ada', 'anybody?')],
        }),
        post(5.2, 'bo', 'second'),
        post(5.1, 'bo', 'first'),
        post(30, 'bo', 'Joined', { type: 'system_join_channel', replies: [words(31, 'ada', 'welcome')] }),
        post(86_400 * 12, 'bo', 'June'),
      ),
    )
    expect(talk(conversion)).toEqual({
      Garden: {
        '2026-05': [
          'Bo Li: first',
          'Bo Li: second',
          'Ada Park: #**Garden>2026-05-22 Where are the seeds?**',
          'Ada Park: #**Garden>2026-05-22 welcome**',
        ],
        '2026-05-22 Where are the seeds?': [
          'Ada Park: Where are the *seeds*?',
          'Ada Park: anybody?',
          'Bo Li: in the shed',
        ],
        '2026-05-22 welcome': ['Ada Park: welcome'],
        '2026-06': ['Bo Li: June'],
      },
    })
    expect(conversion.records.messages.filter(({ is_quiet }) => is_quiet).length).toBe(2)
    expect(conversion.skipped).toEqual({ system_join_channel: 1 })
  })

  test('keep edits, reactions, stars and what somebody does', async () => {
    const { records, skipped } = await convert(mattermost, {
      ...withLines(
        { type: 'emoji', emoji: { name: 'tulip_dance', image: 'emoji/1/image' } },
        { type: 'emoji', emoji: { name: 'lost', image: 'emoji/2/image' } },
        post(1, 'ada', 'done :tulip_dance:', {
          edit_at: at(60),
          flagged_by: ['bo', 'bo', 'nobody'],
          is_pinned: true,
          reactions: [
            { user: 'ada', emoji_name: '+1', create_at: at(2) },
            { user: 'ada', emoji_name: '+1_dark_skin_tone', create_at: at(2) },
            { user: 'bo', emoji_name: 'tulip_dance', create_at: at(3) },
            { user: 'bo', emoji_name: 'lost', create_at: at(3) },
            { user: 'nobody', emoji_name: '+1', create_at: at(3) },
          ],
        }),
        post(2, 'bo', '*waves*', { type: 'me' }),
      ),
      'data/emoji/1/image': 'png',
    })
    const [first, second] = records.messages
    expect(first).toMatchObject({ last_edit_at: may22 + 60, client: 'Mattermost', content: 'done :tulip_dance:' })
    expect(first!.reactions).toEqual([
      { user_id: 101, emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      { user_id: 102, emoji_name: 'tulip_dance', emoji_code: '101', reaction_type: 'realm_emoji' },
    ])
    expect(records.marks).toEqual([{ user_id: 102, read: [], flags: [[first!.id, 2]] }])
    expect(second).toMatchObject({ content: '/me waves', is_me_message: true })
    expect(skipped).toEqual({
      'pictures of emoji': 1,
      'pinned messages': 1,
      'reactions without a picture': 1,
      'reactions of unknown people': 1,
    })
  })

  test('have attachments and cards', async () => {
    const { records, files, skipped } = await convert(mattermost, {
      ...withLines(
        post(1, 'ada', 'look', { attachments: [{ path: '2026/plan.png' }, { path: '2026/lost.pdf' }] }),
        post(2, 'bo', '', { attachments: [{ path: '2026/plan.png' }] }),
        post(3, 'bo', '', {
          type: 'slack_attachment',
          props: {
            from_webhook: 'true',
            override_username: 'CI',
            attachments: [
              { title: 'Build 7', title_link: 'https://example.com/7', fields: [{ title: 'Branch', value: '_main_' }] },
            ],
          },
        }),
        post(4, 'bo', ''),
      ),
      'data/2026/plan.png': 'png',
    })
    expect(records.messages.map(({ content }) => content)).toEqual([
      'look\n\n[plan.png](/user_uploads/101)\nlost.pdf',
      '[plan.png](/user_uploads/101)',
      '**CI:**\n**[Build 7](https://example.com/7)**\n**Branch:** *main*',
    ])
    expect(records.files).toEqual([
      {
        id: 101,
        user_id: 101,
        name: 'plan.png',
        content_type: 'image/png',
        size: 3,
        created_at: may22 + 1,
        file: 'files/uploads/101',
      },
    ])
    expect(files.get('files/uploads/101')).toBe('data/2026/plan.png')
    expect(skipped).toEqual({ 'files without content': 1, 'messages without text': 1 })
  })

  test('of conversations stay in their order', async () => {
    const conversion = await convert(
      mattermost,
      withLines(
        user('cai'),
        { type: 'direct_channel', direct_channel: { members: ['ada', 'bo'], favorited_by: null, header: '' } },
        directPost(['ada', 'bo'], 1, 'ada', '@bo, tea?', { replies: [words(3, 'bo', 'yes')] }),
        directPost(['bo', 'ada'], 2, 'bo', 'now?'),
        directPost(['ada', 'bo', 'cai'], 4, 'cai', 'all three'),
        directPost(['ada'], 5, 'ada', 'a note'),
        directPost(['ada', 'gone'], 6, 'gone', 'bye'),
      ),
    )
    expect(talk(conversion)).toEqual({
      'Ada Park, Bo Li': { '': ['Ada Park: @_**Bo Li|102**, tea?', 'Bo Li: now?', 'Bo Li: yes'] },
      'Ada Park, Bo Li, cai': { '': ['cai: all three'] },
      'Ada Park': { '': ['Ada Park: a note'] },
      'Ada Park, gone': { '': ['gone: bye'] },
    })
  })
})

const isRecognized = (name: string, text: string) => mattermost.recognizes(sourceFiles({ 'a.txt': 'a', [name]: text }))

describe('an archive', () => {
  test('is recognized by its first line', async () => {
    expect(await isRecognized('import.jsonl', '{"type": "version", "version": 1}\n{')).toBe(true)
    expect(await isRecognized('bulk.jsonl', '{"version":1,"type":"version"}')).toBe(true)
    expect(await isRecognized('import.jsonl', '{"type":"post"}\n{"type":"version"}')).toBe(false)
    expect(await isRecognized('data/import.jsonl', '{"type":"version"}')).toBe(false)
    await expect(convert(mattermost, { 'a.txt': 'a' })).rejects.toThrow(/^This is no Mattermost export/)
  })

  test('with a broken line is refused by its number', async () => {
    const lines = [version, team('gardeners', 'G'), channel('garden', 'Garden')].map((line) => JSON.stringify(line))
    await expect(convert(mattermost, { 'import.jsonl': [...lines, '{"type":'].join('\n') })).rejects.toThrow(
      /^Line 4 of import\.jsonl is not JSON/,
    )
  })

  test('with lines of other types counts them', async () => {
    const { skipped } = await convert(
      mattermost,
      withLines(
        { type: 'role', role: {} },
        { type: 'playbook', playbook: {} },
        post(1, 'ada', 'lost', { channel: 'shed' }),
        post(2, 'ada', 'x', { type: 'custom_call' }),
      ),
    )
    expect(skipped).toEqual({ 'lines of the type playbook': 1, 'posts of unknown channels': 1, custom_call: 1 })
  })

  test('survives fields of any kind', async () => {
    for (const odd of [null, 7, 'x', [], {}, [null], [[]], true]) {
      const lines = (make: (more: object) => object, fields: string[]) => fields.map((field) => make({ [field]: odd }))
      await convert(
        mattermost,
        withLines(
          ...['version', 'team', 'channel', 'user', 'bot', 'emoji', 'post', 'direct_post'].map((type) =>
            type === 'team' ? {} : { type, [type]: odd },
          ),
          ...lines((more) => channel('c', 'C', more), ['name', 'display_name', 'type', 'header', 'purpose']),
          ...lines(
            (more) => user('u', [], more),
            ['username', 'email', 'first_name', 'roles', 'teams', 'delete_at', 'position'],
          ),
          ...lines(
            (more) => post(1, 'ada', 'x', more),
            [
              'user',
              'message',
              'type',
              'props',
              'create_at',
              'edit_at',
              'flagged_by',
              'reactions',
              'replies',
              'attachments',
            ],
          ),
          ...lines((more) => directPost(['ada'], 1, 'ada', 'x', more), ['channel_members', 'user', 'replies']),
        ),
      )
    }
  })
})

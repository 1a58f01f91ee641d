import { describe, expect, test } from 'vitest'
import { zulip } from '../../import/zulip/index.ts'
import { convert } from '../kit/conversion.ts'
import { ada, aUser, bo, bot, message, noon, recipients, stream, zulipExport } from '../kit/zulip-export.ts'

const [newAda, newBo] = [101, 102]

const plansMessage = (id: number, content: string, row: Record<string, unknown> = {}) =>
  message(id, ada.id, recipients.plans, content, { subject: 'boats', ...row })

const contentsOf = async (...contents: string[]) => {
  const { records } = await convert(
    zulip,
    zulipExport({ messages: contents.map((content, index) => plansMessage(index + 1, content)) }),
  )
  return records.messages.map(({ content }) => content)
}

describe('texts', () => {
  test.each([
    ['@**Bo Li|12** and @_**Ada Park|10**', '@**Bo Li|102** and @_**Ada Park|101**'],
    ['@**Bo Old Name|12**', '@**Bo Li|102**'],
    ['@**|12**', '@**Bo Li|102**'],
    ['@**Gone|999**', '@**Gone**'],
    ['@**all** @**Bo Li** @*ops*', '@**all** @**Bo Li** @*ops*'],
    ['[x](/#narrow/stream/20-plans/topic/a.2Eb/near/1)', '[x](/#narrow/stream/101-plans/topic/a.2Eb/near/1)'],
    ['#narrow/channel/21-secret', '/#narrow/channel/102-secret'],
    ['/#narrow/pm-with/10,12-group/near/1', '/#narrow/pm-with/101,102-group/near/1'],
    ['/#narrow/dm/12-Bo-Li', '/#narrow/dm/102-Bo-Li'],
    ['/#narrow/stream/old.20name/near/777', '/#narrow/stream/old.20name'],
    ['https://chat.old.example/#narrow/stream/20-plans', '/#narrow/stream/101-plans'],
    ['https://other.example/#narrow/stream/20-plans', 'https://other.example/#narrow/stream/20-plans'],
    ['#**plans>a@1**', '[#plans > a](/#narrow/stream/101-plans/topic/a/near/1)'],
    ['#**plans>a** #**plans**', '#**plans>a** #**plans**'],
    ['/user_uploads/2/aa/unknown.png', '/user_uploads/2/aa/unknown.png'],
  ])('point to the same things: %j', async (content, expected) => {
    expect(await contentsOf(content)).toEqual([expected])
  })

  test('use names as they are here', async () => {
    const { records } = await convert(
      zulip,
      zulipExport({
        changes: {
          zerver_userprofile: [
            aUser({ ...ada, full_name: 'Ada "A" Park' }),
            aUser(bo),
            aUser({ ...bot, is_bot: true, bot_owner: 10 }),
          ],
          zerver_stream: [stream({ id: 20, name: 'plans' }), stream({ id: 21, name: 'PLANS' })],
          zerver_usergroup: [
            { id: 1, name: 'ops', direct_members: [] },
            { id: 2, name: 'OPS', direct_members: [] },
          ],
        },
        messages: [plansMessage(1, '@**Ada "A" Park** #**PLANS** #**PLANS>x** @*OPS* @_*OPS*')],
      }),
    )
    expect(records.messages[0]!.content).toBe('@**Ada A Park** #**PLANS (2)** #**PLANS (2)>x** @*OPS (2)* @_*OPS (2)*')
  })

  test('link to uploaded files', async () => {
    const { records, files, skipped } = await convert(
      zulip,
      zulipExport({
        messages: [
          plansMessage(
            1,
            '[map.png](/user_uploads/2/ab/cd/map.png), https://files.old.example/user_uploads/2/ab/cd/map.png.',
          ),
          plansMessage(2, '[lost](/user_uploads/2/ef/lost.txt) https://files.old.example/#narrow/stream/20-plans'),
        ],
        files: {
          'attachment.json': {
            zerver_attachment: [
              {
                id: 4,
                file_name: 'map.png',
                path_id: '2/ab/cd/map.png',
                owner: bo.id,
                create_time: noon + 0.5,
                size: 3,
                messages: [1],
              },
              {
                id: 5,
                file_name: 'lost.txt',
                path_id: '2/ef/lost.txt',
                owner: ada.id,
                create_time: noon,
                size: 77,
                messages: [2],
              },
              {
                id: 6,
                file_name: 'huge.iso',
                path_id: '2/ef/huge.iso',
                owner: ada.id,
                create_time: noon,
                size: 1e9,
                messages: [],
              },
              { id: 7, file_name: 'x', path_id: '2/ef/x', owner: 999, create_time: noon, size: 1, messages: [] },
            ],
          },
          'uploads/records.json': [],
          'uploads/2/ab/cd/map.png': 'png!',
        },
      }),
    )
    expect(records.files).toEqual([
      {
        id: 1,
        user_id: newBo,
        name: 'map.png',
        content_type: 'image/png',
        size: 4,
        created_at: noon,
        file: 'files/uploads/1',
      },
      { id: 2, user_id: newAda, name: 'lost.txt', content_type: 'text/plain', size: 77, created_at: noon, file: null },
    ])
    expect(Object.fromEntries(files)).toEqual({ 'files/uploads/1': 'uploads/2/ab/cd/map.png' })
    expect(records.messages.map(({ content, files: linked }) => [content, linked])).toEqual([
      ['[map.png](/user_uploads/1), [map.png](/user_uploads/1).', [1]],
      ['[lost](/user_uploads/2) /#narrow/stream/101-plans', [2]],
    ])
    expect(skipped).toEqual({
      'files without content': 1,
      'files over 100 MiB': 1,
      'files without a path or an owner': 1,
    })
  })

  test('are cut at 64 KiB, and have neither NUL nor half characters', async () => {
    const [long, dirty] = await contentsOf('é'.repeat(50_000), 'a\0b\uD800c')
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(65_536)
    expect(dirty).toBe('ab\uFFFDc')
  })
})

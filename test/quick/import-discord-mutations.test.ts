import { expect, test } from 'vitest'
import { discord } from '../../import/discord/index.ts'
import { convert } from '../kit/conversion.ts'
import { ada, bo, channelFile, channels, message, robot, thread } from '../kit/discord-export.ts'
import { checkMutations } from '../kit/mutations.ts'

test('files with wrong values are read, or refused with a reason', { timeout: 60_000 }, async () => {
  const root = message(1, ada, 'Hi <@1002> <#501> :blob:', {
    attachments: [{ id: '1', url: 'a.json_Files/map.png', fileName: 'map.png', fileSizeBytes: 3 }],
    stickers: [{ id: '7', name: 'Wave', sourceUrl: 'a.json_Files/map.png' }],
    mentions: [bo],
    reactions: [{ emoji: { id: '9', name: 'blob', imageUrl: 'a.json_Files/map.png' }, count: 1, users: [bo] }],
    inlineEmojis: [{ id: '9', name: 'blob', imageUrl: 'a.json_Files/map.png' }],
  })
  await checkMutations(discord, {
    'a.json': channelFile(
      channels.general,
      root,
      message(2, bo, 'Reply', { type: 'Reply', reference: { messageId: root['id'] } }),
      message(3, robot, '', { embeds: [{ title: 'x', fields: [{ name: 'a', value: 'b' }] }] }),
    ),
    'b.json': channelFile(thread(String(root['id']), 'Painting', channels.general), message(4, bo, 'Yes')),
    'c.json': channelFile(channels.direct, message(5, ada, 'Hi')),
    'a.json_Files/map.png': 'map',
  })
})

test('a file that is no JSON is named', async () => {
  await expect(convert(discord, { 'a.json': '{"guild": {' })).rejects.toThrow('a.json is not JSON')
})

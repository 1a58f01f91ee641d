import { beforeAll, expect, test } from 'vitest'
import { chosen } from '../../dev/generate/client-emoji'
import { emojiGroups, emojiTable } from '../../dev/generate/emoji'
import { canonicalName, unicodeCode } from '../../src/emoji/names'
import { unicodeTable } from '../../src/emoji/unicode'
import { reactionTypeOf } from '../../src/realm/compatibility'
import { emojiGroups as groups } from '../../web/features/emoji/groups'
import { newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'
import { customEmoji, withdrawEmoji } from '../kit/custom-emoji'

const lines = unicodeTable.trim().split('\n')
const names = lines.flatMap((line) => line.split(' ').slice(1))

test('the table is what its generator makes', () => {
  expect(unicodeTable.trim()).toBe(emojiTable())
  expect(groups.trim()).toBe(emojiGroups())
})

test.each([
  ['smile', '1f642'],
  ['wink', '1f609'],
  ['heart', '2764'],
  ['frown', '1f641'],
  ['neutral', '1f610'],
  ['confused', '1f615'],
  ['grinning', '1f600'],
  ['open_mouth', '1f62e'],
  ['stuck_out_tongue', '1f61b'],
  ['+1', '1f44d'],
  ['thumbs_up', '1f44d'],
  ['thumbsup', '1f44d'],
  ['-1', '1f44e'],
  ['tada', '1f389'],
  ['octopus', '1f419'],
  ['copyright', '00a9'],
  ['keycap_1', '0031-20e3'],
  ['jack_o_lantern', '1f383'],
  ['united_states', '1f1fa-1f1f8'],
  ['working_on_it', '1f6e0'],
  ['dog', '1f415'],
  ['puppy', '1f436'],
  ['beetle', '1f41e'],
  ['sunset', '1f306'],
])('%s is %s', (name, code) => {
  expect(unicodeCode(name)).toBe(code)
})

test.each([
  ['1f642', 'smile'],
  ['1f44d', '+1'],
  ['2764', 'heart'],
  ['1f4a9', 'poop'],
  ['1f384', 'holiday_tree'],
  ['2797', 'division'],
  ['1f916', 'robot'],
  ['1f44e', '-1'],
  ['1f615', 'oh_no'],
  ['1f41e', 'beetle'],
  ['1fab2', 'beetle'],
  ['1f306', 'sunset'],
  ['1f68b', 'tram'],
  ['1f604', 'big_smile'],
  ['1f6e0', 'working_on_it'],
  ['1f609', 'wink'],
])('the canonical name of %s is %s', (code, name) => {
  expect(canonicalName(code)).toBe(name)
})

test.each(['Smile', 'no_such_emoji', '', ':smile:', '1f642', 'family_man_woman_boy', 'thumbs_up_light_skin_tone'])(
  '%j is no name',
  (name) => {
    expect(unicodeCode(name)).toBeUndefined()
  },
)

test('every line has a code in lower case, without picture selectors, and at least one name', () => {
  expect(lines.filter((line) => !/^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*( [a-z0-9_+-]+)+$/.test(line))).toEqual([])
  expect(lines.filter((line) => /fe0f|200d|1f3f[b-f]/.test(line.split(' ')[0]!))).toEqual([])
})

test('a code has one line, and a name one code unless an emoji has no other', () => {
  const codes = lines.map((line) => line.split(' ')[0])
  const shared = names.filter((name, place) => names.indexOf(name) !== place)

  expect(new Set(codes).size).toBe(lines.length)
  expect(shared.filter((name) => !lines.some((line) => line.split(' ').slice(1).join() === name))).toEqual([])
})

test('each name that clients choose is the canonical one of its emoji', () => {
  const picked = chosen.trim().split(/\s+/)

  expect(picked.filter((name) => canonicalName(unicodeCode(name)!) !== name)).toEqual([])
})

test('the other name of the extra emoji counts unless other names are turned off', () => {
  expect(reactionTypeOf('zulip_extra_emoji', { COMPATIBILITY_NAMES: 'on' })).toBe('service_extra_emoji')
  expect(() => reactionTypeOf('zulip_extra_emoji', { COMPATIBILITY_NAMES: 'off' })).toThrow('Invalid emoji type.')
  expect(reactionTypeOf('service_extra_emoji', { COMPATIBILITY_NAMES: 'off' })).toBe('service_extra_emoji')
})

let realm: TestRealm
let ada: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

test.each([
  ['check', '2705'],
  ['dog', '1f415'],
  ['fist_bump', '1f44a'],
  ['calendar', '1f4c5'],
  ['sick', '1f912'],
  ['hourglass', '23f3'],
  ['jack-o-lantern', '1f383'],
  ['beetle', '1f41e'],
  ['beetle', '1fab2'],
])('what a picker calls %s may be a reaction and a status', async (emoji_name, emoji_code) => {
  const picked = { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
  const { id } = await ada.post('/messages', { type: 'private', to: [ada.id], content: 'hello' })

  await ada.post(`/messages/${Number(id)}/reactions`, picked)
  await ada.post('/users/me/status', picked)

  expect(await ada.get(`/messages/${Number(id)}`)).toMatchObject({ message: { reactions: [picked] } })
})

test('anybody may know which emoji there are', async () => {
  const response = await reach(realm.host, '/static/generated/emoji/emoji_codes.json')

  expect(response.status).toBe(200)
  const codes = await response.json<Answer>()
  expect(codes).toMatchObject({
    name_to_codepoint: { tada: '1f389', '+1': '1f44d', thumbs_up: '1f44d' },
    codepoint_to_name: { '1f44d': '+1', '1fab2': 'beetle' },
  })
  expect(codes['names']).toEqual([...new Set(names)])
})

test('a realm without custom emoji lists none', async () => {
  const other = await newRealm()

  expect((await other.owner.get('/realm/emoji'))['emoji']).toEqual({})
})

test('custom emoji are listed by id, deactivated ones too, to guests too', async () => {
  const guest = await realm.user('guest', { role: 600 })
  const party = await customEmoji(ada, 'party_blob', 'gif that moves')
  const old = await customEmoji(ada, 'old_blob')
  await withdrawEmoji(realm.owner, old)

  const { emoji } = await guest.get('/realm/emoji')

  expect(Object.keys(emoji as object)).toEqual([party, old])
  expect(emoji).toEqual({
    [party]: {
      id: party,
      name: 'party_blob',
      source_url: expect.stringMatching(`^/user_avatars/${realm.id}/emoji/images/[^/]+$`),
      still_url: expect.stringMatching(`^/user_avatars/${realm.id}/emoji/images/still/[^/]+$`),
      deactivated: false,
      author_id: ada.id,
    },
    [old]: expect.objectContaining({ id: old, name: 'old_blob', still_url: null, deactivated: true }),
  })
})

test('custom emoji of another realm are not listed', async () => {
  const other = await newRealm()
  await customEmoji(ada, 'our_blob')

  expect((await other.owner.get('/realm/emoji'))['emoji']).toEqual({})
})

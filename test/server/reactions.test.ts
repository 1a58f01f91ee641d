import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { customEmoji, withdrawEmoji } from '../kit/custom-emoji'

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person
/** Ada's message to a public stream of Ada and Bo; each test has its own. */
const newMessage = () => ada.send('harbour', 'tides', 'High at noon')

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  await realm.stream('harbour', ada, bo)
})

const path = (message_id: number) => `/messages/${message_id}/reactions`

const react = (person: Person, message_id: number, emoji_name: string, params: Params = {}) =>
  person.post(path(message_id), { emoji_name, ...params })

const smile = { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' }

async function reactionsOf(message_id: number, viewer = ada): Promise<Answer[]> {
  const { message } = await viewer.get(`/messages/${message_id}`)
  return (message as { reactions: Answer[] }).reactions
}

/** Reactions without who made them. */
async function emojiOf(message_id: number) {
  return (await reactionsOf(message_id)).map(({ emoji_name, emoji_code, reaction_type }) => ({
    emoji_name,
    emoji_code,
    reaction_type,
  }))
}

/** Reactions that are there already. */
async function store(message_id: number, reactions: unknown[]): Promise<void> {
  await env.DB.prepare('update message set reactions = ? where id = ?')
    .bind(JSON.stringify(reactions), message_id)
    .run()
}

/** Different reactions of one person. */
const many = (user_id: number, amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ ...smile, emoji_code: `code-${index}`, user_id }))

describe('adding', () => {
  test('a message shows its reactions and who made them, in order of addition', async () => {
    const id = await newMessage()

    await react(bo, id, 'tada')
    await react(ada, id, 'smile')
    await react(bo, id, 'heart')

    const shown = [
      {
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
        user_id: bo.id,
        user: { id: bo.id, email: bo.email, full_name: 'Bo', is_mirror_dummy: false },
      },
      {
        ...smile,
        user_id: ada.id,
        user: { id: ada.id, email: ada.email, full_name: 'Ada', is_mirror_dummy: false },
      },
      expect.objectContaining({ emoji_name: 'heart', emoji_code: '2764', user_id: bo.id }),
    ]
    expect(await reactionsOf(id, bo)).toEqual(shown)
    const page = await bo.messages([{ operator: 'stream', operand: 'harbour' }])
    expect(page.find((message) => message['id'] === id)!['reactions']).toEqual(shown)
  })

  test('a message without reactions shows an empty list', async () => {
    expect(await reactionsOf(await newMessage())).toEqual([])
  })

  test('people who reacted are called as they are called now', async () => {
    const id = await newMessage()
    const dan = await realm.user('dan')
    await react(dan, id, 'smile')

    await dan.patch('/settings', { full_name: 'Daniel' })
    await realm.behindTheWriter(
      env.DB.prepare("update user set email = 'daniel@example.com' where id = ?").bind(dan.id),
    )

    expect((await reactionsOf(id))[0]!['user']).toMatchObject({ full_name: 'Daniel', email: 'daniel@example.com' })
  })

  test('a reaction outlives the account', async () => {
    const id = await newMessage()
    const eve = await realm.user('eve')
    await react(eve, id, 'smile')

    await realm.deactivate(eve)

    expect((await reactionsOf(id))[0]!['user']).toMatchObject({ id: eve.id, full_name: 'Eve' })
  })

  test('code and type follow from the name', async () => {
    const id = await newMessage()
    const party = await customEmoji(realm.owner, 'party_blob')

    await react(ada, id, 'thumbs_up')
    await react(ada, id, 'zulip')
    await react(ada, id, 'party_blob')

    expect(await emojiOf(id)).toEqual([
      { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
      { emoji_name: 'party_blob', emoji_code: party, reaction_type: 'realm_emoji' },
    ])
  })

  test('the code follows from the name where the type is given', async () => {
    const id = await newMessage()

    await react(ada, id, 'wave', { reaction_type: 'unicode_emoji' })

    expect(await emojiOf(id)).toEqual([{ emoji_name: 'wave', emoji_code: '1f44b', reaction_type: 'unicode_emoji' }])
  })

  test('an active custom emoji goes before all others, a deactivated one does not', async () => {
    const [before, after] = [await newMessage(), await newMessage()]
    const codes = [await customEmoji(realm.owner, 'zulip'), await customEmoji(realm.owner, 'octopus')]

    await react(ada, before, 'zulip')
    await react(ada, before, 'octopus')
    for (const code of codes) await withdrawEmoji(realm.owner, code)
    await react(ada, after, 'zulip')
    await react(ada, after, 'octopus')

    expect(await emojiOf(before)).toEqual([
      { emoji_name: 'zulip', emoji_code: codes[0], reaction_type: 'realm_emoji' },
      { emoji_name: 'octopus', emoji_code: codes[1], reaction_type: 'realm_emoji' },
    ])
    expect(await emojiOf(after)).toEqual([
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
      { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' },
    ])
  })

  test('a custom emoji of another realm is none here', async () => {
    const other = await newRealm()
    await customEmoji(other.owner, 'foreign_blob')

    const answer = await ada.ask('POST', path(await newMessage()), { emoji_name: 'foreign_blob' })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: "Emoji 'foreign_blob' does not exist" })
  })

  test('name, code and type may all be passed', async () => {
    const id = await newMessage()
    const party = await customEmoji(realm.owner, 'all_blob')

    await react(ada, id, 'smile', { emoji_code: '1f642', reaction_type: 'unicode_emoji' })
    await react(ada, id, 'all_blob', { emoji_code: party, reaction_type: 'realm_emoji' })
    await react(ada, id, 'zulip', { emoji_code: 'zulip', reaction_type: 'service_extra_emoji' })

    expect((await emojiOf(id)).map(({ emoji_code }) => emoji_code)).toEqual(['1f642', party, 'zulip'])
  })

  test('zulip_extra_emoji is another name of service_extra_emoji', async () => {
    const id = await newMessage()

    await react(ada, id, 'zulip', { emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })
    expect(await emojiOf(id)).toEqual([
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
    ])
    await ada.delete(path(id), { emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })

    expect(await emojiOf(id)).toEqual([])
  })

  test.each<[string, Params, Params]>([
    ['no name', { emoji_code: '1f642' }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'emoji_name' }],
    ['an unknown name', { emoji_name: 'nothing' }, { msg: "Emoji 'nothing' does not exist" }],
    ['an empty name', { emoji_name: '' }, { msg: "Emoji '' does not exist" }],
    ['a name in capitals', { emoji_name: 'SMILE' }, { msg: "Emoji 'SMILE' does not exist" }],
    ['an unknown name with a good code', { ...smile, emoji_name: 'nothing' }, { msg: 'Invalid emoji name.' }],
    ['a name of another code', { ...smile, emoji_name: 'heart' }, { msg: 'Invalid emoji name.' }],
    [
      'a code of another name, without type',
      { emoji_name: 'heart', emoji_code: '1f642' },
      { msg: 'Invalid emoji name.' },
    ],
    ['an unknown code', { ...smile, emoji_code: '1f6421' }, { msg: 'Invalid emoji code.' }],
    ['a code in capitals', { ...smile, emoji_code: '1F642' }, { msg: 'Invalid emoji code.' }],
    [
      'a type of another emoji',
      { emoji_name: 'smile', reaction_type: 'realm_emoji' },
      { msg: 'Invalid custom emoji.' },
    ],
    ['an unknown custom emoji', { ...smile, reaction_type: 'realm_emoji' }, { msg: 'Invalid custom emoji.' }],
    ['an unknown extra emoji', { ...smile, reaction_type: 'service_extra_emoji' }, { msg: 'Invalid emoji code.' }],
    [
      'another name of the extra emoji',
      { emoji_name: 'smile', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
      { msg: 'Invalid emoji name.' },
    ],
    ['an unknown type', { ...smile, reaction_type: 'sticker' }, {}],
    ['an endless name', { emoji_name: 'x'.repeat(101) }, {}],
    ['an endless code', { ...smile, emoji_code: '1'.repeat(101) }, {}],
  ])('%s is refused', async (_, params, refusal) => {
    const id = await newMessage()

    const answer = await ada.ask('POST', path(id), params)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', ...refusal })
    expect(await reactionsOf(id)).toEqual([])
  })

  test('a custom emoji under another name is refused', async () => {
    const code = await customEmoji(realm.owner, 'named_blob')

    const answer = await ada.ask('POST', path(await newMessage()), {
      emoji_name: 'smile',
      emoji_code: code,
      reaction_type: 'realm_emoji',
    })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid custom emoji name.' })
  })

  test('a deactivated custom emoji is refused', async () => {
    const code = await customEmoji(realm.owner, 'gone_blob')
    await withdrawEmoji(realm.owner, code)
    const id = await newMessage()

    const byCode = { emoji_name: 'gone_blob', emoji_code: code, reaction_type: 'realm_emoji' }
    expect(await ada.ask('POST', path(id), byCode)).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'This custom emoji has been deactivated.',
    })
    expect(await ada.ask('POST', path(id), { emoji_name: 'gone_blob' })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: "Emoji 'gone_blob' does not exist",
    })
  })

  test('later votes take the name of the first', async () => {
    const id = await newMessage()

    await react(ada, id, 'thumbs_up')
    await react(bo, id, '+1')
    await react(cy, id, 'not a name', { emoji_code: '1f44d', reaction_type: 'unicode_emoji' })

    expect((await reactionsOf(id)).map(({ emoji_name, user_id }) => [emoji_name, user_id])).toEqual([
      ['thumbs_up', ada.id],
      ['thumbs_up', bo.id],
      ['thumbs_up', cy.id],
    ])
  })

  test('a custom emoji that was deactivated since can still be voted for', async () => {
    const id = await newMessage()
    const code = await customEmoji(realm.owner, 'fading_blob')
    await react(ada, id, 'fading_blob')
    await withdrawEmoji(realm.owner, code)

    await react(bo, id, 'fading_blob', { emoji_code: code, reaction_type: 'realm_emoji' })

    expect((await reactionsOf(id)).map(({ emoji_code, user_id }) => [emoji_code, user_id])).toEqual([
      [code, ada.id],
      [code, bo.id],
    ])
  })

  test('the same code in another type is another reaction', async () => {
    const id = await newMessage()
    const code = await customEmoji(realm.owner, 'lonely_blob')
    await store(id, [{ emoji_name: 'was', emoji_code: code, reaction_type: 'unicode_emoji', user_id: ada.id }])

    await react(ada, id, 'lonely_blob')

    expect((await emojiOf(id)).map(({ emoji_name }) => emoji_name)).toEqual(['was', 'lonely_blob'])
  })

  test.each<[string, Params]>([
    ['by the same name', { emoji_name: '+1' }],
    ['by another name', { emoji_name: 'thumbs_up' }],
    ['by code', { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
  ])('a second time is refused, %s', async (_, params) => {
    const id = await newMessage()
    await react(ada, id, '+1')

    const answer = await ada.ask('POST', path(id), params)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Reaction already exists.' })
    expect(await reactionsOf(id)).toHaveLength(1)
  })

  test('of ten at once of one person exactly one succeeds', async () => {
    const id = await newMessage()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bo.ask('POST', path(id), { emoji_name: 'smile' })),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === 'Reaction already exists.')).toHaveLength(9)
    expect(await reactionsOf(id)).toHaveLength(1)
  })

  test('of ten different ones at once none is lost', async () => {
    const id = await newMessage()
    const names = ['one', 'zero', 'smile', 'heart', 'tada', 'wink', 'frown', 'rocket', 'eyes', '100']

    await Promise.all(names.map((name, index) => react(index % 2 === 0 ? ada : bo, id, name)))

    expect(new Set((await emojiOf(id)).map(({ emoji_name }) => emoji_name))).toEqual(new Set(names))
  })

  test('a bot and a guest may react', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('robo', ada)
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'harbour' }],
      principals: [guest.id, bot.id],
    })
    const id = await newMessage()

    await react(guest, id, 'smile')
    await react(bot, id, 'smile')

    expect(await reactionsOf(id)).toHaveLength(2)
  })

  test('a person may react in many ways, but not in more than 100', async () => {
    const id = await newMessage()
    await store(id, [...many(ada.id, 100), ...many(bo.id, 99)])

    expect(await ada.ask('POST', path(id), { emoji_name: 'smile' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await react(bo, id, 'smile')
  })

  test('a message takes no more than 2000 reactions', async () => {
    const id = await newMessage()
    await store(id, many(cy.id, 1999))

    await react(ada, id, 'smile')

    expect(await bo.ask('POST', path(id), { emoji_name: 'smile' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await reactionsOf(id)).toHaveLength(2000)
  })
})

describe('removing', () => {
  test.each<[string, Params]>([
    ['its name', { emoji_name: '+1' }],
    ['another name of it', { emoji_name: 'thumbs_up' }],
    ['its code', { emoji_code: '1f44d' }],
    ['its code and type', { emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
    ['name, code and type', { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
    ['its code under a wrong name', { emoji_name: 'nothing', emoji_code: '1f44d' }],
  ])('one reaction goes by %s', async (_, params) => {
    const id = await newMessage()
    await react(ada, id, '+1')
    await react(bo, id, '+1')
    await react(ada, id, 'smile')

    await ada.delete(path(id), params)

    expect((await reactionsOf(id)).map(({ emoji_name, user_id }) => [emoji_name, user_id])).toEqual([
      ['+1', bo.id],
      ['smile', ada.id],
    ])
  })

  test('the last one leaves an empty list, and may be added again', async () => {
    const id = await newMessage()
    await react(ada, id, 'smile')

    await ada.delete(path(id), { emoji_name: 'smile' })

    expect(await reactionsOf(id)).toEqual([])
    await react(ada, id, 'smile')
    expect(await reactionsOf(id)).toHaveLength(1)
  })

  test('a custom emoji goes by its name alone', async () => {
    const id = await newMessage()
    await customEmoji(realm.owner, 'leaving_blob')
    await react(ada, id, 'leaving_blob')

    await ada.delete(path(id), { emoji_name: 'leaving_blob' })

    expect(await reactionsOf(id)).toEqual([])
  })

  test.each<[string, (code: string) => Params]>([
    ['name', () => ({ emoji_name: 'lost_blob' })],
    ['code', (emoji_code) => ({ emoji_code })],
    ['code and type', (emoji_code) => ({ emoji_code, reaction_type: 'realm_emoji' })],
  ])('a deactivated custom emoji goes by its %s', async (_, params) => {
    const id = await newMessage()
    const code = await customEmoji(realm.owner, 'lost_blob')
    await react(ada, id, 'lost_blob')
    await withdrawEmoji(realm.owner, code)

    await ada.delete(path(id), params(code))

    expect(await reactionsOf(id)).toEqual([])
  })

  test('a Unicode emoji whose name a custom one took over goes by its name', async () => {
    const id = await newMessage()
    await react(ada, id, 'rocket')
    const code = await customEmoji(realm.owner, 'rocket')

    await ada.delete(path(id), { emoji_name: 'rocket' })

    expect(await reactionsOf(id)).toEqual([])
    await withdrawEmoji(realm.owner, code)
  })

  test('of two types with one code the name, or the type, tells which is meant', async () => {
    const [first, second] = [await newMessage(), await newMessage()]
    const code = await customEmoji(realm.owner, 'twin_blob')
    const both = [
      { emoji_name: 'was', emoji_code: code, reaction_type: 'unicode_emoji', user_id: ada.id },
      { emoji_name: 'twin_blob', emoji_code: code, reaction_type: 'realm_emoji', user_id: ada.id },
    ]
    await store(first, both)
    await store(second, both)

    await ada.delete(path(first), { emoji_code: code, emoji_name: 'twin_blob' })
    await ada.delete(path(second), { emoji_code: code, reaction_type: 'unicode_emoji' })

    expect((await emojiOf(first)).map(({ emoji_name }) => emoji_name)).toEqual(['was'])
    expect((await emojiOf(second)).map(({ emoji_name }) => emoji_name)).toEqual(['twin_blob'])
  })

  test.each<[string, Params, string]>([
    ['neither name nor code', {}, 'At least one of the following arguments must be present: emoji_name, emoji_code'],
    ['only a type', { reaction_type: 'unicode_emoji' }, 'At least one of'],
    ["somebody else's reaction", { emoji_name: 'heart' }, "Reaction doesn't exist."],
    ['a name never used', { emoji_name: 'tada' }, "Reaction doesn't exist."],
    ['a code never used', { emoji_code: '1f389' }, "Reaction doesn't exist."],
    ['the extra emoji, never used', { emoji_code: 'zulip' }, "Reaction doesn't exist."],
    ['the code in another type', { emoji_code: '1f642', reaction_type: 'realm_emoji' }, 'Invalid message(s)'],
    ['an unknown name', { emoji_name: 'nothing' }, "Emoji 'nothing' does not exist"],
    ['an invalid code', { emoji_code: 'invalid' }, 'Invalid message(s)'],
    ['an invalid code under a good name', { ...smile, emoji_code: '1f642x' }, 'Invalid message(s)'],
    ['an unknown type', { emoji_code: '1f642', reaction_type: 'sticker' }, 'reaction_type'],
    ['an endless code', { emoji_code: '1'.repeat(101) }, 'emoji_code'],
    ['an endless name', { emoji_name: 'x'.repeat(101) }, 'emoji_name'],
  ])('%s is refused', async (_, params, msg) => {
    const id = await newMessage()
    await react(ada, id, 'smile')
    await react(bo, id, 'heart')

    const answer = await ada.ask('DELETE', path(id), params)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: expect.stringContaining(msg) })
    expect(await reactionsOf(id)).toHaveLength(2)
  })

  test('a custom emoji that one never used is refused as such, not as invalid', async () => {
    const emoji_code = await customEmoji(realm.owner, 'spare_blob')
    await withdrawEmoji(realm.owner, emoji_code)

    const answer = await ada.ask('DELETE', path(await newMessage()), { emoji_code })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: "Reaction doesn't exist." })
  })

  test('of ten at once exactly one succeeds', async () => {
    const id = await newMessage()
    await react(ada, id, 'smile')
    await react(bo, id, 'smile')

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.ask('DELETE', path(id), { emoji_name: 'smile' })),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await reactionsOf(id)).map(({ user_id }) => user_id)).toEqual([bo.id])
  })
})

describe('messages that one may not see', () => {
  test.each<[string, () => Promise<number>]>([
    ['missing', async () => 4_000_000],
    ['private between others', async () => ada.write([bo], 'Only us')],
    [
      'of a private stream',
      async () => {
        await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cabin' }], invite_only: true })
        return ada.send('cabin', 'charts', 'Here be dragons')
      },
    ],
    [
      'of another realm',
      async () => {
        const other = await newRealm()
        await other.stream('harbour')
        return other.owner.send('harbour', 'tides', 'Low')
      },
    ],
  ])('a message %s takes no reaction and gives none back', async (_, message) => {
    const id = await message()

    for (const method of ['POST', 'DELETE'])
      expect(await cy.ask(method, path(id), { emoji_name: 'smile' })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      })
  })

  test('a guest may not react to a public stream without a subscription', async () => {
    const id = await newMessage()
    const guest = await realm.user('stranger', { role: 600 })

    const answer = await guest.ask('POST', path(id), { emoji_name: 'smile' })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
  })

  test('those in a private conversation may react to its messages', async () => {
    const id = await ada.write([bo], 'Only us')

    await react(bo, id, 'smile')

    expect(await reactionsOf(id)).toHaveLength(1)
  })
})

describe('messages that one never received', () => {
  test('the first reaction makes a historical row', async () => {
    const id = await newMessage()

    await react(cy, id, 'smile')

    expect(await cy.flags(id)).toEqual(['read', 'historical'])
    const { flags } = (await env.DB.prepare('select flags from message_flag where user_id = ? and message_id = ?')
      .bind(cy.id, id)
      .first<{ flags: number }>())!
    expect(flags).toBe(64)
    expect((await cy.messages()).map((message) => message['id'])).toContain(id)
  })

  test('a reaction to a received message makes none', async () => {
    const id = await newMessage()

    await react(bo, id, 'smile')

    expect(await bo.flags(id)).toEqual([])
  })

  test('a second reaction leaves other flags as they are', async () => {
    const id = await newMessage()
    await react(cy, id, 'smile')
    await cy.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    await react(cy, id, 'heart')

    expect(await cy.flags(id)).toEqual(['read', 'starred', 'historical'])
  })

  test('a reaction that is refused makes none', async () => {
    const id = await newMessage()

    await cy.ask('POST', path(id), { emoji_name: 'nothing' })

    expect((await cy.messages()).map((message) => message['id'])).not.toContain(id)
  })
})

describe('cost', () => {
  test('reacting takes one read and one commit', async () => {
    const id = await newMessage()
    await react(ada, id, 'smile')

    const { trips, rows_written } = costOf(await react(bo, id, 'smile'))

    expect(trips).toBeLessThanOrEqual(2)
    expect(rows_written).toBeLessThanOrEqual(3)
  })

  test('reads no row for each subscriber who listens, and one for each other listener', async () => {
    await realm.stream('tidy', ada, bo)
    const first = await ada.send('tidy', 'tides', 'High')
    await bo.listen()
    await react(bo, first, 'smile')
    const before = costOf(await react(bo, await ada.send('tidy', 'tides', 'High'), 'smile'))
    const others: Person[] = []
    for (let number = 0; number < 10; number += 1) others.push(await realm.user(`other${number}`))
    for (const person of others) await person.listen()
    await react(bo, first, 'tada')

    const outside = costOf(await react(bo, await ada.send('tidy', 'tides', 'High'), 'smile'))
    for (const person of others) await person.subscribe('tidy')
    await react(bo, first, 'heart')
    const inside = costOf(await react(bo, await ada.send('tidy', 'tides', 'High'), 'smile'))

    expect(outside.rows_read).toBeLessThanOrEqual(before.rows_read + 2 * others.length)
    expect(inside.rows_read).toBeLessThanOrEqual(before.rows_read)
  })

  test('of a private message reads nothing of those who are not in the conversation', async () => {
    const secret = await ada.write([bo], 'High')
    await bo.listen()
    await react(bo, secret, 'smile')
    const before = costOf(await react(bo, secret, 'tada'))
    for (let number = 0; number < 10; number += 1) await (await realm.user(`outsider${number}`)).listen()

    const after = costOf(await react(bo, secret, 'heart'))

    // Those ten would be twenty rows and more.
    expect(after.rows_read).toBeLessThanOrEqual(before.rows_read + 5)
  })

  test('a page of messages reads no more round trips for its reactions, and a few rows for each message with some', async () => {
    await realm.stream('busy', ada, bo)
    const ids: number[] = []
    for (let sent = 0; sent < 100; sent += 1) ids.push(await ada.send('busy', 'tides', 'wave'))
    const page = () =>
      bo.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: [{ operator: 'stream', operand: 'busy' }],
      })
    await page()
    const before = costOf(await page())
    const reactions = [ada, bo].flatMap(({ id: user_id }) => [
      { ...smile, user_id },
      { ...smile, emoji_code: '1f609', user_id },
    ])
    for (const id of ids.slice(0, 10)) await store(id, reactions)

    const after = costOf(await page())

    expect(after.trips).toBe(before.trips)
    expect(before.rows_read).toBeLessThanOrEqual(700)
    expect(after.rows_read - before.rows_read).toBeLessThanOrEqual(10 * 10)
  })
})

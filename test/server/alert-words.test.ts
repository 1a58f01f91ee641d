import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let guest: Person
/** Somebody without words; each test has its own. */
const newPerson = () => realm.user(`person-${(people += 1)}`)
let people = 0

beforeAll(async () => {
  realm = await newRealm()
  guest = await realm.user('guest', { role: 600 })
})

const add = (person: Person, ...alert_words: string[]) => person.post('/users/me/alert_words', { alert_words })
const remove = (person: Person, ...alert_words: string[]) => person.delete('/users/me/alert_words', { alert_words })
const words = async (person: Person) => (await person.get('/users/me/alert_words'))['alert_words'] as string[]

describe('adding', () => {
  test('answers and keeps the resulting list', async () => {
    const ada = await newPerson()

    await add(ada, 'tide')
    const { alert_words } = await add(ada, 'harbour', 'anchor')

    expect(alert_words).toEqual(['anchor', 'harbour', 'tide'])
    expect(await words(ada)).toEqual(alert_words)
  })

  test('trims words and drops blank ones', async () => {
    const ada = await newPerson()

    expect((await add(ada, '  tide ', '', ' '))['alert_words']).toEqual(['tide'])
  })

  test('knows a word in any case', async () => {
    const ada = await newPerson()

    await add(ada, 'Tide', 'TIDE')

    expect((await add(ada, 'tide', 'ÄNKER', 'änker'))['alert_words']).toEqual(['Tide', 'ÄNKER'])
  })

  test('is for oneself only', async () => {
    const ada = await newPerson()

    await add(ada, 'tide')

    expect(await words(await newPerson())).toEqual([])
  })

  test('is open to guests and bots', async () => {
    const bot = await realm.bot('helper', realm.owner)

    expect((await add(guest, 'tide'))['alert_words']).toEqual(['tide'])
    expect((await add(bot, 'tide'))['alert_words']).toEqual(['tide'])
  })

  test('flags later messages that hold the word', async () => {
    const ada = await newPerson()
    await realm.stream(`stream of ${ada.id}`, ada, realm.owner)
    const before = await realm.owner.send(`stream of ${ada.id}`, 'tides', 'The tide is high')

    await add(ada, 'TIDE')

    const id = await realm.owner.send(`stream of ${ada.id}`, 'tides', 'The tide is low')
    expect(await ada.flags(id)).toContain('has_alert_word')
    expect(await ada.flags(before)).not.toContain('has_alert_word')
    expect(await realm.owner.flags(id)).not.toContain('has_alert_word')
  })
})

describe('removing', () => {
  test('answers the remaining list, whatever the case', async () => {
    const ada = await newPerson()
    await add(ada, 'Tide', 'anchor', 'mole')

    const { alert_words } = await remove(ada, ' tIDE', 'mole', 'unknown')

    expect(alert_words).toEqual(['anchor'])
    expect(await words(ada)).toEqual(['anchor'])
  })

  test('ends the flagging of messages', async () => {
    const ada = await newPerson()
    await realm.stream(`stream of ${ada.id}`, ada, realm.owner)
    await add(ada, 'tide')
    await realm.owner.send(`stream of ${ada.id}`, 'tides', 'The tide is high')

    await remove(ada, 'tide')

    const id = await realm.owner.send(`stream of ${ada.id}`, 'tides', 'The tide is low')
    expect(await ada.flags(id)).not.toContain('has_alert_word')
  })

  test('leaves the words of others', async () => {
    const ada = await newPerson()
    const bo = await newPerson()
    await add(ada, 'tide')
    await add(bo, 'tide')

    await remove(ada, 'tide')

    expect(await words(bo)).toEqual(['tide'])
  })
})

describe('clients', () => {
  test('are told the whole list of their user', async () => {
    const ada = await newPerson()
    await add(ada, 'mole')
    const listener = await ada.listen()
    expect(listener.state['alert_words']).toEqual(['mole'])

    await add(ada, 'Tide')
    await remove(ada, 'mole')

    expect(await listener.events()).toEqual([
      { type: 'alert_words', alert_words: ['Tide', 'mole'] },
      { type: 'alert_words', alert_words: ['Tide'] },
    ])
  })

  test('are also sent after the object restarted', async () => {
    const ada = await newPerson()
    const listener = await ada.listen()
    await add(ada, 'tide')

    await realm.evict()

    expect(await listener.events()).toEqual([{ type: 'alert_words', alert_words: ['tide'] }])
  })

  test('of others are told nothing', async () => {
    const ada = await newPerson()
    const listeners = [await realm.owner.listen(), await guest.listen()]

    await add(ada, 'tide')

    for (const listener of listeners) expect(await listener.events()).toEqual([])
  })

  test('are told nothing when nothing changes', async () => {
    const ada = await newPerson()
    await add(ada, 'tide')
    const listener = await ada.listen()

    await add(ada, 'TIDE', ' ')
    await remove(ada, 'mole')

    expect(await listener.events()).toEqual([])
  })
})

describe('refused are', () => {
  test.each([
    ['no words at all', {}, 'REQUEST_VARIABLE_MISSING'],
    ['what is no list', { alert_words: 'tide' }, 'BAD_REQUEST'],
    ['what is no text', { alert_words: [7] }, 'BAD_REQUEST'],
    ['a word of 101 characters', { alert_words: ['ok', 'x'.repeat(101)] }, 'BAD_REQUEST'],
    ['half a character', { alert_words: ['\ud800'] }, 'BAD_REQUEST'],
    ['a null byte', { alert_words: ['a\0b'] }, 'BAD_REQUEST'],
    ['a list of 1001', { alert_words: Array.from({ length: 1001 }, (_, index) => `word ${index}`) }, 'BAD_REQUEST'],
    [
      'more words than a user may have',
      { alert_words: Array.from({ length: 201 }, (_, n) => `word ${n}`) },
      'BAD_REQUEST',
    ],
  ])('%s', async (_, params, code) => {
    const ada = await newPerson()

    expect(await ada.ask('POST', '/users/me/alert_words', params)).toMatchObject({ status: 400, code })
    expect(await words(ada)).toEqual([])
  })

  test('not: 200 words of 100 characters', async () => {
    const ada = await newPerson()
    const longest = Array.from({ length: 200 }, (_, index) => String(index + 100) + '😀'.repeat(97))

    expect((await add(ada, ...longest))['alert_words']).toHaveLength(200)
  })
})

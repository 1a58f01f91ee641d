import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { takeOfLimit } from '../kit/limits'

let realm: TestRealm
/** A bot that keeps nothing yet; each test has its own. */
const newBot = () => realm.bot(`keeper-${(bots += 1)}`, realm.owner)
let bots = 0

beforeAll(async () => {
  realm = await newRealm()
})

const put = (bot: Person, storage: Record<string, string>) => bot.must('PUT', '/bot_storage', { storage })
const readStorage = async (bot: Person, params: Params = {}) =>
  (await bot.get('/bot_storage', params))['storage'] as object

describe('bot storage', () => {
  test('answers what was kept, all of it or under some keys', async () => {
    const bot = await newBot()

    await put(bot, { tide: 'high', moon: 'full', '': '' })

    expect(await readStorage(bot)).toEqual({ '': '', moon: 'full', tide: 'high' })
    expect(await readStorage(bot, { keys: ['tide'] })).toEqual({ tide: 'high' })
    expect(await readStorage(bot, { keys: [] })).toEqual({})
  })

  test('replaces what is under the same key and leaves the rest', async () => {
    const bot = await newBot()
    await put(bot, { tide: 'high', moon: 'full' })

    await put(bot, { tide: 'low' })

    expect(await readStorage(bot)).toEqual({ moon: 'full', tide: 'low' })
  })

  test('forgets some keys, or everything', async () => {
    const bot = await newBot()
    await put(bot, { tide: 'high', moon: 'full', wind: 'west' })

    await bot.delete('/bot_storage', { keys: ['tide'] })
    expect(await readStorage(bot)).toEqual({ moon: 'full', wind: 'west' })

    await bot.delete('/bot_storage')
    expect(await readStorage(bot)).toEqual({})
  })

  test('is for oneself only', async () => {
    const bot = await newBot()
    const other = await newBot()
    await put(bot, { tide: 'high' })

    await other.delete('/bot_storage')

    expect(await readStorage(other)).toEqual({})
    expect(await readStorage(bot)).toEqual({ tide: 'high' })
  })

  test('keeps long texts', async () => {
    const bot = await newBot()
    const storage = { first: 'é'.repeat(70_000), second: '"'.repeat(100_000) }

    await put(bot, storage)

    expect(await readStorage(bot)).toEqual(storage)
  })

  test.each([
    { method: 'GET', params: { keys: ['tide', 'moon'] } },
    { method: 'DELETE', params: { keys: ['tide', 'moon'] } },
    { method: 'GET', params: { keys: 'tide' } },
    { method: 'PUT', params: { storage: { moon: 1 } } },
    { method: 'PUT', params: { storage: ['moon'] } },
    { method: 'PUT', params: { storage: { ['m'.repeat(1001)]: '' } } },
  ])('refuses $method with $params and changes nothing', async ({ method, params }) => {
    const bot = await newBot()
    await put(bot, { tide: 'high' })

    expect(await bot.ask(method, '/bot_storage', params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await readStorage(bot)).toEqual({ tide: 'high' })
  })

  test('needs something to keep', async () => {
    expect(await (await newBot()).ask('PUT', '/bot_storage')).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'storage',
    })
  })

  test('holds a thousand keys', async () => {
    const bot = await newBot()
    await put(bot, Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`key ${index}`, ''])))

    expect(await bot.ask('PUT', '/bot_storage', { storage: { tide: '', moon: '' } })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
    await put(bot, { tide: '' })
    await put(bot, { tide: 'high' })
  })

  test('holds a million bytes, keys included', async () => {
    const bot = await newBot()
    const text = 'é'.repeat(49_997)
    for (let page = 0; page < 10; page += 1) await put(bot, { [`page ${page}`]: text })

    const storage = { key: '' }
    expect(await bot.ask('PUT', '/bot_storage', { storage })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await put(bot, { 'page 0': 'shorter' })
    await put(bot, storage)
  })

  test('leaves room for no more than twenty million bytes of an organization, and gives back what was deleted', async () => {
    const realm = await newRealm()
    const [bot, other] = [await realm.bot('tide', realm.owner), await realm.bot('moon', realm.owner)]
    await put(bot, { tide: 'high' })
    await takeOfLimit(realm.owner, 'botStorage', 20_000_000 - 8 - 4)

    expect(await other.ask('PUT', '/bot_storage', { storage: { moon: 'f' } })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('limit: 20000000'),
    })
    await put(other, { sun: '!' })
    await put(bot, { tide: 'low!' })
    await bot.delete('/bot_storage', { keys: ['tide'] })
    await put(other, { moon: 'full' })
  })
})

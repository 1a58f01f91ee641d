import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { StoredAgenda } from '../../src/core/turn/agenda'
import { newRealm } from '../kit'

/** Does something with the storage of a realm's object. */
async function runInStorage<T>(use: (storage: SqlStorage) => T): Promise<T> {
  const { id } = await newRealm()
  return runInDurableObject(env.REALM.get(env.REALM.idFromName(String(id))), (_, { storage }) => use(storage.sql))
}

test('an item stays until it is deleted, also after the object restarts', async () => {
  await runInStorage((sql) => {
    const agenda = new StoredAgenda(sql)
    agenda.put({ key: 'a', due: 10.5, input: { who: [1, 2] } })
    agenda.put({ key: 'b', due: 20, input: 'text' })
    agenda.put({ key: 'a', due: 30, input: { who: [2] } })
    agenda.delete('b')
    agenda.delete('nothing')
    const items = [{ key: 'a', due: 30, input: { who: [2] } }]
    expect([...agenda.items()]).toEqual(items)
    expect([...new StoredAgenda(sql).items()]).toEqual(items)
    expect(new StoredAgenda(sql).get('b')).toBeUndefined()
  })
})

test('an item that cannot be read is left out, and takes no other with it', async () => {
  await runInStorage((sql) => {
    const agenda = new StoredAgenda(sql)
    agenda.put({ key: 'good', due: 1, input: 1 })
    sql.exec("insert into agenda (key, due, input) values ('bad', 1, '{')")
    expect([...new StoredAgenda(sql).items()].map(({ key }) => key)).toEqual(['good'])
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { databasesIn } from '../../dev/run/d1-databases.ts'

test('a configuration has the databases that are not commented out', () => {
  expect(databasesIn(readFileSync('wrangler.toml', 'utf8'))).toEqual([
    { binding: 'DB', name: 'rivulet', localId: 'DB' },
  ])
})

test('the second database of wrangler.toml begins when its marks are taken off', () => {
  const config = readFileSync('wrangler.toml', 'utf8').replace(
    /^# (\[\[d1_databases\]\]\n)# (binding = "DB_2"\n)# (database_name = ".*"\n)/m,
    '$1$2$3database_id = "some-id"\n',
  )
  expect(databasesIn(config)).toEqual([
    { binding: 'DB', name: 'rivulet', localId: 'DB' },
    { binding: 'DB_2', name: 'rivulet-2', localId: 'some-id' },
  ])
})

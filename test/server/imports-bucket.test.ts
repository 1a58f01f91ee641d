import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newRealm, reach } from '../kit'
import { file, message, smallChapters, TestImport } from '../kit/imports'

/** Puts a file into the bucket that an organization had here before its database was lost. */
async function formerFile(key: string, text: string): Promise<string> {
  await env.UPLOADS!.put(key, text)
  return key
}

const path = ({ id }: TestImport, file_id = 71) => `/import/${id}/files/attachment/${file_id}`

test('a file that is still in the bucket is taken from there, as long as there is no other organization', async () => {
  const begun = await TestImport.of((owner) => ({
    ...smallChapters(owner),
    files: [file(71, { size: 5, name: 'tide.txt', content_type: 'text/plain' }), file(72)],
    messages: [message(1, { content: '[t](/user_uploads/71)', files: [71] })],
  }))
  const { owner, realm } = begun
  const key = await formerFile('user_uploads/9/ab/secret/tide.txt', 'high at noon')

  const noFile = { status: 404, reason: 'not_found' }
  expect(await owner.ask('POST', path(begun), { key: 'user_uploads/9/ab/secret/other.txt' })).toMatchObject(noFile)
  const backup = await formerFile('backups/9/1/part', 'everything')
  expect(await owner.ask('POST', path(begun), { key: backup })).toMatchObject(noFile)
  expect(await owner.ask('POST', path(begun, 99), { key })).toMatchObject(noFile)
  await owner.post(path(begun), { key })
  await owner.post(path(begun), { key })

  const content = (await owner.messages())[0]!['content'] as string
  const href = /href="(\/user_uploads\/[^"]+)"/.exec(content)![1]!
  const response = await reach(realm.host, href, { headers: { Authorization: owner.authorization } })
  expect(await response.text()).toBe('high at noon')
  expect((await begun.progress())['files_done']).toEqual({ attachment: [[71, 71]] })
  // The former object stays, in case the import has to begin anew.
  expect(await env.UPLOADS!.head(key)).not.toBeNull()

  await newRealm()
  expect(await owner.ask('POST', path(begun, 72), { key })).toMatchObject({ status: 400, reason: 'not_allowed' })
})

import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { manifest, realmRecord, smallChapters, file, message, TestImport } from '../kit/imports'
import { reach } from '../kit'
import { pictureFile } from '../kit/pictures'
import { app } from '../../src/app'

const picture = async (kind = 'png') => new Uint8Array(await pictureFile(kind).arrayBuffer())

const emoji = {
  id: 51,
  name: 'boat',
  author_id: 11,
  deactivated: false,
  picture: 'files/boat.gif',
  still_picture: null,
}

describe('a file of an archive', () => {
  test('is stored where its message links to, with its real size', async () => {
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      files: [file(71, { size: 5, name: 'tide <table>.html', content_type: 'text/html' })],
      messages: [message(1, { content: '[t](/user_uploads/71)', files: [71] })],
    }))
    const text = 'x'.repeat(300_000)
    expect(await begun.put('attachment', 71, text)).toMatchObject({ status: 200 })

    const content = (await begun.owner.messages())[0]!['content'] as string
    const path = /href="(\/user_uploads\/[^"]+)"/.exec(content)![1]!
    const response = await reach(begun.realm.host, path, { headers: { Authorization: begun.owner.authorization } })
    expect(await response.text()).toBe(text)
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment/)
    const { upload_space_used } = await begun.owner.get('/attachments')
    expect(upload_space_used).toBe(300_000)
  })

  test('is stored once', async () => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), files: [file(71)] }))
    await begun.put('attachment', 71, 'tides')

    expect(await begun.put('attachment', 71, 'other content')).toMatchObject({ status: 200 })
    const { objects } = await env.UPLOADS!.list({ prefix: `user_uploads/${begun.realm.id}/` })
    expect(objects.map(({ size }) => size)).toEqual([5])
    expect((await begun.progress())['files_done']).toEqual({ attachment: [[71, 71]] })
  })

  test('that is a picture becomes that of a person, the organization or an emoji', async () => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), emoji: [emoji] }), {
      record: realmRecord(),
    })
    for (const [kind, id] of [
      ['avatar', 11],
      ['icon', 0],
      ['logo', 0],
      ['night_logo', 0],
      ['emoji', 51],
    ] as const)
      expect({
        kind,
        ...(await begun.put(kind, id, await picture(kind === 'emoji' ? 'gif that moves' : 'png'))),
      }).toMatchObject({ kind, status: 200 })
    const state = await begun.state()
    const ada = (state['realm_users'] as Record<string, unknown>[]).find(({ user_id }) => user_id === begun.here(11))

    expect(ada!['avatar_url']).toMatch(/^\/user_avatars\//)
    expect(state).toMatchObject({ realm_icon_source: 'U', realm_logo_source: 'U', realm_night_logo_source: 'U' })
    const { source_url } = (state['realm_emoji'] as Record<number, { source_url: string }>)[begun.here(51)]!
    const response = await reach(begun.realm.host, source_url)
    expect(response.headers.get('Content-Type')).toBe('image/gif')
  })

  test.each([
    ['a picture that is none', 'avatar', 11, 'no picture', 400, 'BAD_IMAGE'],
    ['an unknown user', 'avatar', 99, '', 404, 'BAD_REQUEST'],
    ['an unknown file', 'attachment', 99, 'x', 404, 'BAD_REQUEST'],
    ['an unknown emoji', 'emoji', 99, '', 404, 'BAD_REQUEST'],
    ['an unknown kind', 'virus', 1, 'x', 400, 'BAD_REQUEST'],
    ['a picture that is too large', 'icon', 0, 'x'.repeat(6 * 1024 * 1024), 400, 'BAD_REQUEST'],
    ['more than the quota', 'attachment', 71, 'x', 200, undefined],
  ])('is refused: %s', async (_, kind, id, bytes, status, code) => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), files: [file(71)] }))
    const answer = await begun.put(kind, id, bytes === '' ? await picture() : bytes)

    expect({ status: answer.status, code: answer.code }).toEqual({ status, code })
  })

  test('is refused without a length, and as a form', async () => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), files: [file(71)] }))
    const path = `/import/${begun.id}/files/attachment/71`

    expect(await begun.owner.ask('PUT', path)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('octet-stream'),
    })
  })

  test('cannot come without a bucket, while records can', async () => {
    const begun = await TestImport.of(
      (owner) => ({ ...smallChapters(owner), files: [file(71)], messages: [message(1)] }),
      { plan: manifest() },
    )
    const { UPLOADS: _, ...without } = env
    const request = new Request(`http://${begun.realm.host}/api/v1/import/${begun.id}/files/attachment/71`, {
      method: 'PUT',
      headers: { Authorization: begun.owner.authorization, 'Content-Length': '1' },
      body: new Uint8Array(1),
    })
    const context = {
      waitUntil: () => undefined,
      passThroughOnException: () => undefined,
    } as unknown as ExecutionContext
    const response = await app.fetch(request, without, context)

    expect(await response.json()).toMatchObject({ msg: 'File uploads are not set up on this server.' })
  })
})

import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { file, flag } from '../core/http/params'
import { keepPicture, replacing } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { assertAdministrator } from '../accounts/roles'
import { iconUrl, logoUrl } from './icon'
import { realmById } from './queries'

const night = flag()

export const uploadIconEndpoint = endpoint('POST /realm/icon', {
  summary: 'Upload the square picture of the organization',
  params: { file: file(largestPictureMib) },
  returns: { icon_url: z.string() },
  async run({ params, realm, ...ask }) {
    return keepPicture(ask, params.file, assertAdministrator, (path) =>
      realm.perform('changeRealmPicture', { picture: 'icon', path }),
    )
  },
})

export const deleteIconEndpoint = endpoint('DELETE /realm/icon', {
  summary: 'Delete the square picture of the organization',
  returns: { icon_url: z.string() },
  async run({ realm, ...ask }) {
    return replacing(ask, () => realm.perform('changeRealmPicture', { picture: 'icon', path: null }))
  },
})

export const iconEndpoint = endpoint('GET /realm/icon', {
  summary: 'The square picture of the organization',
  returns: {},
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return redirect(iconUrl((await realmById(sql, realm_id))!))
  },
})

export const uploadLogoEndpoint = endpoint('POST /realm/logo', {
  summary: 'Upload the wide picture of the organization',
  params: { night, file: file(largestPictureMib) },
  returns: {},
  async run({ params, realm, ...ask }) {
    const picture = logoFor(params)
    await keepPicture(ask, params.file, assertAdministrator, (path) =>
      realm.perform('changeRealmPicture', { picture, path }),
    )
    return {}
  },
})

export const deleteLogoEndpoint = endpoint('DELETE /realm/logo', {
  summary: 'Delete the wide picture of the organization',
  params: { night },
  returns: {},
  async run({ params, realm, ...ask }) {
    const picture = logoFor(params)
    await replacing(ask, () => realm.perform('changeRealmPicture', { picture, path: null }))
    return {}
  },
})

export const logoEndpoint = endpoint('GET /realm/logo', {
  summary: 'The wide picture of the organization',
  params: { night },
  returns: {},
  async run({ params, viewer, sql }) {
    const { realm_id } = await viewer()
    return redirect(logoUrl((await realmById(sql, realm_id))!, params))
  },
})

/** Of the two, the one for dark surroundings or the one for light. */
const logoFor = ({ night }: { night: boolean }) => (night ? 'night_logo' : 'logo')

const redirect = (Location: string): Response =>
  new Response(null, { status: 302, headers: { Location, 'Cache-Control': 'no-store' } })

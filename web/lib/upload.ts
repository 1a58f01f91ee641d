import { answerIn, Unreachable, type ClientOptions } from '../../client'

type Upload = NonNullable<ClientOptions['upload']>

/** Uploads a file by XMLHttpRequest, because `fetch` reports no progress. */
export const upload: Upload = async (file, { signal, onProgress, headers }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    request.open('POST', '/api/v1/user_uploads')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new Unreachable(signal.reason)))
    request.addEventListener('load', () => {
      try {
        resolve(answerIn(request.response, request.status) as unknown as Awaited<ReturnType<Upload>>)
      } catch (error) {
        reject(error)
      }
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })

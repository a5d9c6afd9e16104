import { defineConfig, type Plugin } from 'vite'

// In a bundle of a page the files have other addresses, which only the bundle knows.
const again =
  'const again=(name,failures,load)=>failures?import(import.meta.url.replace(/[^/]*$/,name+"?"+failures)).catch(load):load();'

/**
 * How the script and the files that it loads find each other, on any page and in any bundle.
 *
 * - A file that failed is asked for again under another address (`load-file.ts`), instead of with the preloads that Vite adds.
 * - A file does not import the script, which pages load under several addresses, such as `/booking.js?version`: another one would run it a
 *   second time. The file is a function instead, to which the script gives what they share.
 */
function joinFiles(): Plugin {
  const code = {
    begin: /^import\{([^{}]*)\}from"\.\/booking\.js";/,
    end: /export\{([^{}]*)\};?\s*$/,
    load: /\(\)=>\w+\(\(\)=>import\(`\.\/([\w.-]+)`\),\[\],import\.meta\.url\)/g,
  }
  return {
    name: 'join-files',
    enforce: 'pre',
    // What Vite calls around each import, without its preloads.
    load: (id) =>
      id.startsWith('\0vite/preload-helper')
        ? 'export const __vitePreload = (load) => load()'
        : undefined,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const script = bundle['booking.js']
        if (script?.type !== 'chunk') throw new Error('there is no booking.js')
        const given = members(
          code.end.exec(script.code)?.[1],
          ([inside, name]) => `${name}:${inside}`,
        )
        const joined = new Set<string>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk === script || !code.begin.test(chunk.code)) continue
          const parameters = members(
            code.begin.exec(chunk.code)?.[1],
            ([name, inside]) => `${name}:${inside}`,
          )
          const results = members(
            code.end.exec(chunk.code)?.[1],
            ([inside, name]) => `${name}:${inside}`,
          )
          chunk.code = `export default({${parameters}})=>{${chunk.code.replace(code.begin, '').replace(code.end, '')};return{${results}}}`
          joined.add(chunk.fileName)
        }
        script.code =
          again +
          script.code.replace(code.end, '').replace(code.load, (_, name: string) => {
            const result = joined.has(name) ? `.then(file=>file.default({${given}}))` : ''
            return `failures=>again("${name}",failures,()=>import("./${name}"))${result}`
          })
        const broken = Object.values(bundle).filter(
          (chunk) =>
            chunk.type === 'chunk' && /(import|from)\(?[`'"]\.\/booking\.js/.test(chunk.code),
        )
        // What comes after the choice of a time, what is shown beside the element, and what a
        // patient has booked.
        if (joined.size !== 3 || broken.length > 0)
          throw new Error('the files of the booking element do not fit together')
      },
    },
  }
}

/** The names in an import or export, `inside as outside`. */
function members(list = '', write: (names: [string, string]) => string): string {
  return list
    .split(',')
    .map((entry) => entry.split(' as '))
    .map(([first = '', second = first]) => write([first, second]))
    .join(',')
}

/** The language of a words file, which is named by its folder. */
const findLanguage = (path: string | null | undefined) => path?.match(/\/words\/([\w-]+)\//)?.[1]

/** The service of `npm start`, with the same PORT. */
const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`
/** The origin in its links, which the key of its page allows. */
const publicOrigin = process.env.CLINIC_PUBLIC_URL ?? service

/**
 * `npm run dev`: the page is that of the service, with the element from its sources. Its policy and
 * its hash would forbid them.
 */
const pageOfSources: Plugin = {
  name: 'page-of-sources',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use('/book', async ({ originalUrl = '', headers }, response, next) => {
      try {
        const answer = await fetch(new URL(originalUrl, service), {
          headers: { 'accept-language': headers['accept-language'] ?? 'en' },
        })
        const content = Buffer.from(await answer.arrayBuffer())
        const type = answer.headers.get('content-type') ?? ''
        response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' })
        response.end(type.startsWith('text/html') ? withSources(content.toString()) : content)
      } catch (error) {
        next(error)
      }
    })
  },
}

function withSources(html: string): string {
  const scripts = ['/@vite/client', '/src/booking.ts'].map(
    (path) => `<script type="module" src="${path}"></script>`,
  )
  const page = html.replace(
    /<script type="module" src="\/booking\.js[^>]*><\/script>/,
    scripts.join('\n'),
  )
  return page.replaceAll(`="${publicOrigin}`, '="')
}

export default defineConfig({
  plugins: [joinFiles(), pageOfSources],
  server: {
    host: '127.0.0.1',
    port: 5174,
    strictPort: true,
    // All but Vite's own: the API, and the pages to which a booking leads.
    proxy: { '^/(?!@|src/|node_modules/)': { target: service, headers: { origin: publicOrigin } } },
  },
  build: {
    // The files that the service serves; each language other than English is a separate file,
    // loaded on demand, and so is what comes after the first questions.
    outDir: 'dist',
    reportCompressedSize: false,
    modulePreload: false,
    // The browsers that the README names; older ones read a simpler style sheet. Lowered for them,
    // `light-dark()` would ignore the page's `color-scheme`.
    target: 'es2022',
    cssTarget: ['chrome131', 'firefox132', 'safari18.1'],
    // The licences of the bundled libraries.
    license: { fileName: 'third-party.md' },
    rolldownOptions: {
      input: 'src/booking.ts',
      output: {
        format: 'es',
        entryFileNames: 'booking.js',
        chunkFileNames: ({ facadeModuleId }) =>
          `booking-${findLanguage(facadeModuleId) ?? '[name]'}-[hash].js`,
        minify: true,
      },
    },
  },
  experimental: { renderBuiltUrl: () => ({ relative: true }) },
})

import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // The files that the service serves; each language other than English is a separate file, loaded on demand.
    outDir: 'dist',
    reportCompressedSize: false,
    modulePreload: false,
    // The browsers that the README names; older ones read a simpler style sheet. Lowered for them, `light-dark()` would ignore the page's
    // `color-scheme`.
    target: 'es2022',
    cssTarget: ['chrome131', 'firefox132', 'safari18.1'],
    // The licences of the bundled libraries.
    license: { fileName: 'third-party.md' },
    rolldownOptions: {
      input: 'src/booking.ts',
      output: { format: 'es', entryFileNames: 'booking.js', chunkFileNames: 'booking-[name]-[hash].js', minify: true },
    },
  },
  experimental: { renderBuiltUrl: () => ({ relative: true }) },
})

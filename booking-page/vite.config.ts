import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // What the service serves; a language other than English is a file of its own, loaded where it is wanted.
    outDir: 'dist',
    reportCompressedSize: false,
    modulePreload: false,
    // The licences of the libraries that are built in.
    license: { fileName: 'third-party.md' },
    rolldownOptions: {
      input: 'src/booking.ts',
      output: { format: 'es', entryFileNames: 'booking.js', chunkFileNames: 'booking-[name]-[hash].js', minify: true },
    },
  },
  experimental: { renderBuiltUrl: () => ({ relative: true }) },
})

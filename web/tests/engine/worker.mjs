import { parentPort } from 'node:worker_threads';
import { start } from './engine.mjs';

const engine = start();
parentPort.on('message', async (request) => parentPort.postMessage((await engine)(request)));

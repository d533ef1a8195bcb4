import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Failed } from '../../../src/web/web.ts';
import { bytesServer, rawServer, webOn } from '../fixtures/loopback.ts';

const url = 'http://a.test/';

/** Writes pieces as fast as the other side takes them, until it goes. */
function pourInto(socket: Socket, piece: string | Buffer): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

/** Writes a piece every few milliseconds until the other side goes. */
function dripInto(socket: Socket, piece: string): void {
  const dripping = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(dripping));
}

describe('a body', () => {
  test('without end is cut at the limit and the connection closed', async () => {
    let closed: () => void;
    const left = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await rawServer((socket) => {
      socket.on('close', () => closed());
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pourInto(socket, Buffer.alloc(65_536, 'x'));
      });
    });
    const fetched = await webOn(port, { maxBytes: 1_000_000 }).fetch({ url });
    expect(fetched).toMatchObject({ ok: true, truncated: 'length' });
    expect(fetched.ok && fetched.body.length).toBe(1_000_000);
    await left;
  });

  test('without end in chunks of one byte is cut at the limit', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        pourInto(socket, '1\r\nx\r\n'.repeat(10_000));
      });
    });
    const fetched = await webOn(port, { maxBytes: 50_000 }).fetch({ url });
    expect(fetched).toMatchObject({ ok: true, truncated: 'length' });
    expect(fetched.ok && fetched.body.length).toBe(50_000);
  });

  test('in one-byte chunks for too long is a bad response', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        pourInto(socket, '1\r\nx\r\n'.repeat(10_000));
      });
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'bad-response' });
  });

  test('that trickles endlessly is cut at the total time', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        dripInto(socket, 'x');
      });
    });
    const fetched = await webOn(port, { totalTimeoutMs: 300 }).fetch({ url });
    expect(fetched).toMatchObject({ ok: true, truncated: 'time' });
    expect(fetched.ok && Buffer.from(fetched.body).toString()).toMatch(/^x+$/);
  });

  test('that stalls half way ends in a body timeout', async () => {
    const port = await bytesServer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    expect(await webOn(port, { bodyTimeoutMs: 100 }).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'body-timeout',
      mayPass: true,
    });
  });

  test('that never starts ends in a total timeout', async () => {
    const port = await bytesServer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
    expect(await webOn(port, { totalTimeoutMs: 100 }).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'total-timeout',
    });
  });

  test('with an endless chunk extension fails', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;');
        dripInto(socket, 'extension');
      });
    });
    expect(await webOn(port, { bodyTimeoutMs: 200 }).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'body-timeout',
    });
  });

  test.each([
    ['a reset', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', true],
    ['an end', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', false],
    [
      'an end that was announced',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf',
      false,
    ],
    ['an end between chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', false],
    [
      'an end that was announced between chunks',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
      false,
    ],
  ])('truncated by %s fails, with what has come', async (_, answer, isReset) => {
    const port = await rawServer((socket) => {
      socket.once('data', () =>
        socket.write(answer, () => setTimeout(() => (isReset ? socket.resetAndDestroy() : socket.end()), 20)),
      );
    });
    const fetched = await webOn(port).fetch({ url });
    expect(fetched).toMatchObject({ ok: false, reason: 'reset', mayPass: true });
    const partial = fetched.ok ? undefined : fetched.partial;
    expect(partial).toMatchObject({ status: 200, truncated: 'disconnect' });
    expect(Buffer.from(partial!.body).toString()).toBe('half');
  });

  test.each(['301 Moved', '404 Not Found'])('of a %s is not needed', async (status) => {
    const port = await rawServer((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 100\r\n\r\nhalf`));
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({
      ok: true,
      status: Number.parseInt(status, 10),
      truncated: 'disconnect',
    });
  });

  test('truncated while packed comes as far as it can be unpacked', async () => {
    const packed = gzipSync(randomBytes(5000).toString('hex'));
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
        socket.end(packed.subarray(0, packed.length / 2));
      });
    });
    const fetched = await webOn(port).fetch({ url });
    const { body, wire } = (fetched as Failed).partial!;
    expect(wire.length).toBe(Math.floor(packed.length / 2));
    expect(body.length).toBeGreaterThan(wire.length);
  });

  test.each([
    ['5\r\nabcdefgh\r\n0\r\n\r\n'],
    ['zz\r\nabc\r\n0\r\n\r\n'],
    ['-1\r\nabc\r\n0\r\n\r\n'],
    ['ffffffffffffffffffffffff\r\nabc'],
  ])('with the bad chunk %j is a bad response', async (chunks) => {
    const port = await bytesServer(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(await webOn(port).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'bad-response',
      mayPass: false,
    });
  });

  test('longer than its Content-Length does not affect the next answer', async () => {
    const port = await rawServer((socket) => {
      socket.on('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nforged'),
      );
    });
    const web = webOn(port);
    for (let i = 0; i < 3; i++) {
      const fetched = await web.fetch({ url });
      expect(fetched.ok && Buffer.from(fetched.body).toString()).toBe('ok');
    }
  });
});

describe('headers', () => {
  test.each([
    ['one line', 'X-A: ', 'a'.repeat(65_536)],
    ['many lines', '', 'X-A: aaaaaaaaaa\r\n'.repeat(4_000)],
    ['empty lines of their kind', '', 'a:\r\n'.repeat(16_000)],
    ['one name', '', 'a'.repeat(65_536)],
  ])('without end, as %s, are too large', async (_, start, piece) => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${start}`);
        pourInto(socket, piece);
      });
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'headers-too-large',
      mayPass: false,
    });
  });

  test('in a status line without end are too large', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 ');
        pourInto(socket, 'very '.repeat(10_000));
      });
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'headers-too-large' });
  });

  test('after the last chunk without end are too large', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n');
        pourInto(socket, 'X-A: aaaaaaaaaa\r\n'.repeat(4_000));
      });
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'headers-too-large' });
  });

  test('within the limit are read whole', async () => {
    const value = 'a'.repeat(30_000);
    const port = await bytesServer(`HTTP/1.1 200 OK\r\nX-Long: ${value}\r\nContent-Length: 0\r\n\r\n`);
    expect(await webOn(port).fetch({ url })).toMatchObject({
      ok: true,
      headers: [
        ['X-Long', value],
        ['Content-Length', '0'],
      ],
    });
  });

  test.each(['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nX-A'])(
    'that stop at %j time out',
    async (start) => {
      const port = await rawServer((socket) => {
        socket.once('data', () => socket.write(start));
      });
      expect(await webOn(port, { headerTimeoutMs: 100 }).fetch({ url })).toMatchObject({
        ok: false,
        reason: 'header-timeout',
        mayPass: true,
      });
    },
  );

  test('that trickle endlessly time out', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        dripInto(socket, 'X-A: a\r\n');
      });
    });
    expect(await webOn(port, { headerTimeoutMs: 200 }).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'header-timeout',
    });
  });
});

describe('interim answers', () => {
  test('in a small number are ignored', async () => {
    const port = await bytesServer(
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    const fetched = await webOn(port).fetch({ url });
    expect(fetched).toMatchObject({ ok: true, status: 200, headers: [['Content-Length', '2']] });
  });

  test.each(['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\nX: y\r\n\r\n'])(
    'that nobody asked for are ignored: %j',
    async (interim) => {
      const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\nHTTP/1.1 100 Continue!';
      for (const times of [1, 3]) {
        const port = await bytesServer(interim.repeat(times) + ok);
        const web = webOn(port);
        for (let i = 0; i < 2; i++) {
          const fetched = await web.fetch({ url });
          expect(fetched).toMatchObject({ ok: true, status: 200 });
          // The body may look like one, and stays as it is.
          expect(fetched.ok && Buffer.from(fetched.body).toString()).toBe('HTTP/1.1 100 Continue!');
        }
      }
    },
  );

  test('in a flood are a bad response', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () =>
        pourInto(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1_000)),
      );
    });
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'bad-response' });
  });

  test('that trickle do not extend the time limit', async () => {
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        const dripping = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 40);
        socket.on('close', () => clearInterval(dripping));
      });
    });
    expect(await webOn(port, { headerTimeoutMs: 200 }).fetch({ url })).toMatchObject({
      ok: false,
      reason: 'header-timeout',
    });
  });
});

describe('anything but an HTTP answer', () => {
  test.each([
    ['<html>an answer of HTTP/0.9</html>'],
    ['SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/1.1 OK\r\n\r\n'],
    ['HTTP/1.1 9999 Much\r\n\r\n'],
    ['HTTP/9.9 200 OK\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
    ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['\0\0\0\0\0\0\0\0'],
    ['\x16\x03\x01\x02\x00\x01'],
  ])('%j is a bad response', async (answer) => {
    const port = await bytesServer(answer);
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'bad-response' });
  });

  test('a server that closes at once is a reset', async () => {
    const port = await rawServer((socket) => socket.destroy());
    expect(await webOn(port).fetch({ url })).toMatchObject({ ok: false, reason: 'reset', mayPass: true });
  });

  test('a closed port is a connect failure', async () => {
    // Port 1 of loopback (tcpmux) has no listener.
    expect(await webOn(1).fetch({ url })).toMatchObject({ ok: false, reason: 'connect', mayPass: true });
  });

  test('random bytes always end in an answer or a named failure', async () => {
    let seed = 42;
    const random = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed;
    };
    const parts = [
      'HTTP/1.1 ',
      '200',
      ' OK',
      '\r\n',
      '\r\n\r\n',
      'Content-Length: ',
      '5',
      'Transfer-Encoding: chunked',
      '0\r\n',
      'Connection: close',
      '\0',
      'é',
      'HTTP/1.1 200 OK\r\n',
      'Content-Encoding: gzip\r\n',
      'x'.repeat(50),
    ];
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        const count = 1 + (random() % 12);
        let answer = random() % 2 ? 'HTTP/1.1 200 OK\r\n' : '';
        for (let i = 0; i < count; i++) answer += parts[(random() >> 8) % parts.length];
        socket.write(answer);
        if (random() % 2) socket.end();
        else setTimeout(() => socket.destroy(), 5);
      });
    });
    const web = webOn(port, { headerTimeoutMs: 500, bodyTimeoutMs: 500 });
    const known = new Set(['reset', 'bad-response', 'bad-encoding', 'header-timeout', 'body-timeout']);
    let answers = 0;
    for (let i = 0; i < 300; i++) {
      const fetched = await web.fetch({ url });
      if (fetched.ok) answers++;
      else expect(known).toContain(fetched.reason);
    }
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(300);
  });
});

test('a request that is lost with a reused connection is not repeated: it may have reached the server', async () => {
  let heads = 0;
  const port = await rawServer((socket) => {
    let requests = 0;
    socket.on('data', () => {
      heads += 1;
      if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.resetAndDestroy();
    });
  });
  const web = webOn(port);
  const url = 'http://a.test/';
  expect(await web.fetch({ url })).toMatchObject({ ok: true });
  expect(await web.fetch({ url })).toMatchObject({ ok: false, reason: 'reset', mayPass: true });
  expect(heads).toBe(2);
  expect(await web.fetch({ url })).toMatchObject({ ok: true });
});

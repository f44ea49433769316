/** What the ratio of the lobby is to: a bare Socket.IO server that tells everybody what one of them says. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer((_request, response) => response.end('ready'));
const io = new Server(http);
io.on('connection', (socket) => {
  socket.on('chat message', (line: { text: string }, ack: (answer: object) => void) => {
    const received = { ...line, id: 1, type: 'user', userId: 1, username: 'Somebody', timestamp: new Date() };
    io.emit('chat message', received);
    ack({ ok: true, line: received });
  });
});
http.listen(Number(process.env.PORT), '127.0.0.1');
